import { limits } from '#core/limits.ts'
import { cleanText, truncateText } from '#core/text.ts'
import { CallError } from '#web/api-client.ts'
import { ensureFirstPage, type PagedQuery } from '#web/list/paged-query.ts'
import { scrollStateOf } from '#web/list/scroll-restoration.ts'
import { NotFound, type Visit } from '#web/navigation/page.ts'
import type { Search } from '#web/navigation/page-location.ts'

/** For a page's `load`: turns a 404 from the API into a not-found page titled with the API's message. */
export const orNotFound = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new NotFound(error.userMessage)
    throw error
  }
}

/**
 * For a page's `load`: loads the feed's first page. Going back shows the feed as it was; a new visit never
 * shows stale data.
 */
export const loadFeed = <P>({ queryClient, location, isPreload }: Visit, query: PagedQuery<P>) =>
  orNotFound(ensureFirstPage(queryClient, query, isPreload || scrollStateOf(location.key) !== null))

/** Where a page of a list that is paged by ids begins: `?before=123`; undefined on the first page. */
export const beforeIn = ({ before }: Search): number | undefined => positionIn(before)

/** The search query in a URL, as far as it is valid. */
export const wordsIn = ({ q = '' }: Search): string => truncateText(cleanText(q), limits.searchQuery)

/** An id or a position in a URL; undefined if it is missing or invalid. */
export const positionIn = (text = ''): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

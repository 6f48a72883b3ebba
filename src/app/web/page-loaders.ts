import { limits } from '#core/limits.ts'
import { cleanText, truncateText } from '#core/text.ts'
import { type FeedParams, feedQuery, loadFeedWindow } from '#features/feeds/web/queries.ts'
import { ensureFirstPage, type PagedQuery } from '#web/list/paged-query.ts'
import { getScrollState } from '#web/list/scroll-restoration.ts'
import type { PageVisit } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'

/**
 * For a page's `load`: loads the feed's first page. Going back shows the feed in its previous state, whereas
 * a new visit never shows stale data.
 */
export const loadFeed = <P>(visit: PageVisit, query: PagedQuery<P>) =>
  ensureFirstPage(visit.queryClient, query, isReturning(visit))

/** For a page's `load`: loads the first page of a feed, with its default period if the reader has chosen none. */
export const loadFeedOfWindow = async (visit: PageVisit, feed: FeedParams) => {
  const { queryClient } = visit
  const query = feedQuery(await loadFeedWindow(queryClient, feed, isReturning(visit)))
  return ensureFirstPage(queryClient, query, isReturning(visit))
}

const isReturning = ({ location, isPreload }: PageVisit): boolean =>
  isPreload || getScrollState(location.key) !== null

/** Returns the cursor for a page of a list: the id in `?before=123`, or undefined for the first page. */
export const parseBeforeParameter = ({ before }: QueryParameters): number | undefined =>
  parsePositiveInteger(before)

/** Returns the search query in a URL, cleaned and shortened to the maximum length; an empty string if there is none. */
export const parseSearchText = ({ q = '' }: QueryParameters): string =>
  truncateText(cleanText(q), limits.searchQuery)

/** Parses an id or a position in a URL. Returns undefined if it is missing or invalid. */
export const parsePositiveInteger = (text = ''): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

import { orNotFound } from '#app/web/or-not-found.ts'
import { ensurePages, type PagedQuery } from '#features/feeds/web/paged-query.ts'
import { placeOf } from '#features/feeds/web/reading-place.ts'
import type { Visit } from '#web/navigation/page.ts'

/**
 * For a page's `load`: the feed's first page. Going back shows the feed as it was; a new visit never shows
 * stale data.
 */
export const loadFeed = <P>({ queryClient, location, isPreload }: Visit, query: PagedQuery<P>) =>
  orNotFound(ensurePages(queryClient, query, isPreload || placeOf(location.key) !== null))

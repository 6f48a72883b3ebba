import { orNotFound } from '#app/web/or-not-found.ts'
import { ensurePages, type PagedQuery } from '#features/feeds/web/paged-query.ts'
import { placeOf } from '#features/feeds/web/reading-place.ts'
import type { Visit } from '#web/navigation/page.ts'

/** For loading: a feed's first page. Who comes back finds what they left; who arrives finds nothing stale. */
export const loadFeed = <P>({ queryClient, location, isPreload }: Visit, query: PagedQuery<P>) =>
  orNotFound(ensurePages(queryClient, query, isPreload || placeOf(location.key) !== null))

import type { QueryClient } from '@tanstack/react-query'
import { orNotFound } from '#app/web/or-not-found.ts'
import { ensurePages, type PagedQuery } from '#features/feeds/web/paged-query.ts'
import { placeOf } from '#features/feeds/web/reading-place.ts'

type LoaderParts = {
  context: { queryClient: QueryClient }
  location: { state: { __TSR_key?: string } }
  preload: boolean
}

/** In a loader: a feed's first page. Who comes back finds what they left; who arrives finds nothing stale. */
export const loadFeed = <P>({ context, location, preload }: LoaderParts, query: PagedQuery<P>) =>
  orNotFound(ensurePages(context.queryClient, query, preload || placeOf(location.state.__TSR_key) !== null))

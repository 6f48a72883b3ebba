import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError, type QueryCall } from '../api-client.ts'

const STALE_MS = 5 * 60_000

/**
 * Defines an infinite query with keyset pagination. Each page begins after the last item of the previous one;
 * the first page begins after the cursor `begin` if the URL contains one. Data is fresh for five minutes
 * (docs/spec/limits.md#timing). A mounted list is never refetched automatically, because its items would move
 * while someone is reading them.
 */
export const pagedQuery = <P>(
  key: QueryKey,
  fetchPage: (after: string) => QueryCall<P>,
  nextAfter: (page: P) => string | undefined,
  begin = '',
) =>
  infiniteQueryOptions<P, Error, InfiniteData<P, string>, QueryKey, string>({
    queryKey: begin ? [...key, begin] : key,
    queryFn: ({ pageParam, meta }): Promise<P> => fetchPage(pageParam)({ meta }).catch(toNetworkError),
    initialPageParam: begin,
    getNextPageParam: nextAfter,
    staleTime: STALE_MS,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })

export type PagedQuery<P> = ReturnType<typeof pagedQuery<P>>

const toNetworkError = (error: unknown): never => {
  throw error instanceof ApiError ? error : new Error('Network response was not ok')
}

/**
 * Loads the first page before the route is rendered. On the server, an error fails the request; in the browser, the
 * feed shows the error in place unless it is a 404.
 */
export const ensureFirstPage = async <P>(
  client: QueryClient,
  query: PagedQuery<P>,
  isReturning: boolean,
): Promise<P | undefined> => {
  const state = client.getQueryState(query.queryKey)
  // A query that is still fetching its initial data is not stale.
  const isStale =
    state?.data !== undefined && (state.isInvalidated || Date.now() - state.dataUpdatedAt > STALE_MS)
  if (isStale && !isReturning) client.removeQueries({ queryKey: query.queryKey, exact: true })
  try {
    return (await client.ensureInfiniteQueryData(query)).pages[0]
  } catch (error) {
    if (typeof window === 'undefined' || (error instanceof ApiError && error.status === 404)) throw error
    return undefined
  }
}

/** Fetches the pages with these cursors in parallel because only the first page survives a reload. */
export const refetchPages = async <P>(
  client: QueryClient,
  query: PagedQuery<P>,
  cursors: readonly string[],
  itemsIn: (page: P) => readonly { id: number }[],
): Promise<void> => {
  const cached = client.getQueryData(query.queryKey)
  const queryFn = query.queryFn as unknown as (context: { pageParam: string }) => Promise<P>
  const fetchPage = (pageParam: string) => queryFn({ pageParam })
  const pages = await Promise.all(cursors.map((after, index) => cached?.pages[index] ?? fetchPage(after)))
  const [first] = pages
  const reachesSecondPage = (page: P) => itemsIn(page).some(({ id }) => cursors[1]?.endsWith(`_${id}`))
  const gapPages: [string, P][] = []
  // Posts published in the meantime leave a gap between the first and second pages, so the missing pages are fetched as
  // well.
  for (
    let page = first;
    page && cursors[1] && !reachesSecondPage(page) && gapPages.length < MAX_GAP_PAGES;
  ) {
    const after = query.getNextPageParam(page, pages, '', [])
    if (typeof after !== 'string') break
    page = await fetchPage(after)
    gapPages.push([after, page])
  }
  client.setQueryData(query.queryKey, {
    pages: [...pages.slice(0, 1), ...gapPages.map(([, page]) => page), ...pages.slice(1)],
    pageParams: [...cursors.slice(0, 1), ...gapPages.map(([after]) => after), ...cursors.slice(1)],
  })
}

const MAX_GAP_PAGES = 5

/** Resets the list to its current first page. The old list stays visible until the new page has been fetched. */
export const resetToFirstPage = async <P>(client: QueryClient, query: PagedQuery<P>): Promise<void> => {
  const queryFn = query.queryFn as unknown as (context: { pageParam: string }) => Promise<P>
  const first = await queryFn({ pageParam: query.initialPageParam })
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData(query.queryKey, { pages: [first], pageParams: [query.initialPageParam] })
}

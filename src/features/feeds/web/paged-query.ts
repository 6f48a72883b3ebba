import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { texts } from '#features/feeds/web/texts.ts'
import { CallError } from '#web/call.ts'

const FIVE_MINUTES = 5 * 60_000

/**
 * A list that is read page by page: each begins behind the last post of the one before, the first behind
 * `begin` where the address says so. Fresh for five minutes (section 9); what is on the page is never fetched
 * again under the reader's eyes.
 */
export const pagedQuery = <P>(
  key: QueryKey,
  fetchPage: (after: string) => Promise<P>,
  nextAfter: (page: P) => string | undefined,
  begin = '',
) =>
  infiniteQueryOptions<P, Error, InfiniteData<P, string>, QueryKey, string>({
    queryKey: begin ? [...key, begin] : key,
    queryFn: ({ pageParam }): Promise<P> => fetchPage(pageParam).catch(sayNetwork),
    initialPageParam: begin,
    getNextPageParam: nextAfter,
    staleTime: FIVE_MINUTES,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })

export type PagedQuery<P> = ReturnType<typeof pagedQuery<P>>

const sayNetwork = (error: unknown): never => {
  throw error instanceof CallError ? error : new Error(texts.network)
}

/**
 * For loaders: the first page is there when the page is drawn. A failure ends the page on the server; in the
 * browser the feed itself says it in place.
 */
export const ensurePages = async <P>(
  client: QueryClient,
  query: PagedQuery<P>,
  isReturning: boolean,
): Promise<P | undefined> => {
  const state = client.getQueryState(query.queryKey)
  // One that is only on its way is not old.
  const isOld =
    state?.data !== undefined && (state.isInvalidated || Date.now() - state.dataUpdatedAt > FIVE_MINUTES)
  if (isOld && !isReturning) client.removeQueries({ queryKey: query.queryKey, exact: true })
  try {
    return (await client.ensureInfiniteQueryData(query)).pages[0]
  } catch (error) {
    if (typeof window === 'undefined' || (error instanceof CallError && error.status === 404)) throw error
    return undefined
  }
}

/** Fetches these pages again, side by side, where a reload has left only the first. */
export const refillPages = async <P>(
  client: QueryClient,
  query: PagedQuery<P>,
  anchors: readonly string[],
  itemsIn: (page: P) => readonly { id: number }[],
): Promise<void> => {
  const have = client.getQueryData(query.queryKey)
  const ask = query.queryFn as unknown as (context: { pageParam: string }) => Promise<P>
  const fetchPage = (pageParam: string) => ask({ pageParam })
  const pages = await Promise.all(anchors.map((after, at) => have?.pages[at] ?? fetchPage(after)))
  const [first] = pages
  const isLast = (page: P) => itemsIn(page).some(({ id }) => anchors[1]?.endsWith(`_${id}`))
  const between: [string, P][] = []
  // What was published meanwhile has moved the first page up: what lies between it and the second is fetched
  // too.
  for (let page = first; page && anchors[1] && !isLast(page) && between.length < BETWEEN_MOST; ) {
    const after = query.getNextPageParam(page, pages, '', [])
    if (typeof after !== 'string') break
    page = await fetchPage(after)
    between.push([after, page])
  }
  client.setQueryData(query.queryKey, {
    pages: [...pages.slice(0, 1), ...between.map(([, page]) => page), ...pages.slice(1)],
    pageParams: [...anchors.slice(0, 1), ...between.map(([after]) => after), ...anchors.slice(1)],
  })
}

const BETWEEN_MOST = 5

/** Begins the list anew with what is now its first page; what was there stays until that has come. */
export const refetchFirst = async <P>(client: QueryClient, query: PagedQuery<P>): Promise<void> => {
  const ask = query.queryFn as unknown as (context: { pageParam: string }) => Promise<P>
  const first = await ask({ pageParam: query.initialPageParam })
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData(query.queryKey, { pages: [first], pageParams: [query.initialPageParam] })
}

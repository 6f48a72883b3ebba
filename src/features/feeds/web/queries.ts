import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { FeedWindow } from '#core/feed-windows.ts'
import { limits } from '#core/limits.ts'
import { type PostFilters, pickPostFilters } from '#core/post-filters.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { apiQueryFn, callApi, type QueryCall } from '#web/api-client.ts'
import { entityTraversal, infiniteDataTraversal, listTraversal } from '#web/entities.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countNewPosts, FeedSort, getDefaultWindow, listPosts, listTopicPosts } from '../contract.ts'
import type { getShowcase } from '../contract-showcase.ts'
import { encodeFeedCursor } from '../contract-values.ts'

const STALE_MS = 5 * 60_000

const entities = infiniteDataTraversal<PostCard[]>(listTraversal(entityTraversal('post')))
const feedKey = defineQueryKey('feed', { entities, invalidatedBy: { posts: 'none', topics: 'active' } })
const followedFeedKey = defineQueryKey('followed-feed', {
  entities,
  invalidatedBy: { posts: 'none', topics: 'active', 'followed-posts': 'none' },
})
const newPostsKey = defineQueryKey('new-posts')
const defaultWindowKey = defineQueryKey('default-window')
const showcaseKey = defineQueryKey('showcase')

export type FeedParams = PostFilters & {
  topic?: string
  tag?: string
  sortBy: FeedSort
  window?: FeedWindow
  isFollowing?: true | undefined
  /** The cursor of the first page, if the feed does not start at the top. */
  after?: string
}

/** Returns the cursor of the next page, or undefined if this page is short and therefore the last. */
export const getNextFeedCursor = (page: PostCard[]): string | undefined => {
  const last = page.at(-1)
  return last && page.length >= limits.pageSize ? encodeFeedCursor(last) : undefined
}

/**
 * The home, trending, new or topic feed (docs/spec/feeds.md#sorting), or the feed of the topics, members and
 * collections that the member follows.
 */
export const feedQuery = ({ topic, isFollowing, after: begin, ...query }: FeedParams) =>
  pagedQuery(
    isFollowing ? followedFeedKey(query) : feedKey(topic ?? null, query),
    (after): QueryCall<PostCard[]> => {
      const page = {
        ...query,
        limit: limits.pageSize,
        ...(after ? { after } : {}),
        ...(isFollowing ? { following: 'true' as const } : {}),
      }
      return topic === undefined
        ? apiQueryFn<typeof listPosts>('GET /api/posts', { query: page })
        : apiQueryFn<typeof listTopicPosts>('GET /api/topics/:topicName/posts', {
            params: { topicName: topic },
            query: page,
          })
    },
    getNextFeedCursor,
    begin,
  )

/** The period of a feed for which the reader has chosen none (docs/spec/feeds.md#sorting). */
export const defaultWindowQuery = ({ topic, tag, ...feed }: FeedParams) => {
  const filters = pickPostFilters(feed)
  return queryOptions({
    queryKey: defaultWindowKey(topic ?? null, tag ?? null, filters),
    queryFn: async ({ meta }) => {
      const query = { ...filters, ...(topic ? { topic } : {}), ...(tag ? { tag } : {}) }
      const { window } = await callApi<typeof getDefaultWindow>(
        'GET /api/posts/default-window',
        { query },
        { meta },
      )
      return window
    },
  })
}

/** Returns true if the feed is limited to a period and the reader has chosen none. */
const hasDefaultWindow = ({ sortBy, window, isFollowing }: FeedParams): boolean =>
  sortBy === 'top' && window === undefined && !isFollowing

/**
 * Loads the period of the feed and returns the feed with it. In the browser, a feed whose default period cannot be
 * loaded has all time.
 */
export const loadFeedWindow = async (
  client: QueryClient,
  feed: FeedParams,
  isReturning: boolean,
): Promise<FeedParams> => {
  if (!hasDefaultWindow(feed)) return feed
  const query = { ...defaultWindowQuery(feed), staleTime: isReturning ? Infinity : STALE_MS }
  if (typeof window === 'undefined') await client.fetchQuery(query)
  else await client.prefetchQuery(query)
  return getFeedWithWindow(client, feed)
}

/** Returns the feed with its period, which the page has loaded. */
export const getFeedWithWindow = (client: QueryClient, feed: FeedParams): FeedParams =>
  hasDefaultWindow(feed)
    ? { ...feed, window: client.getQueryData(defaultWindowQuery(feed).queryKey) ?? 'all' }
    : feed

/** Returns the feed with its period. The default period does not change while the feed is on screen. */
export const useFeedWithWindow = (feed: FeedParams): FeedParams => {
  const isDefault = hasDefaultWindow(feed)
  const { data = 'all' } = useQuery({ ...defaultWindowQuery(feed), enabled: isDefault })
  return isDefault ? { ...feed, window: data } : feed
}

/** The number of public posts, and some of the best with what their prompts have produced. */
export const showcaseQuery = queryOptions({
  queryKey: showcaseKey(),
  queryFn: apiQueryFn<typeof getShowcase>('GET /api/posts/showcase', {}),
  staleTime: STALE_MS,
})

const POLL_INTERVAL_MS = 60_000

/**
 * The number of posts in a feed that are newer than `newest`, polled once a minute while the tab is visible.
 * Until the first poll, the feed counts as up to date.
 */
export const newPostsQuery = (
  feed: FeedParams,
  newest: { createdAt: Date; id: number } | undefined,
  fetchedAt: number,
) => {
  const since = newest && encodeFeedCursor({ ...newest, score: 0 })
  const { topic, isFollowing } = feed
  return queryOptions({
    queryKey: newPostsKey(...feedQuery(feed).queryKey, since ?? ''),
    queryFn: async ({ meta }) => {
      const following = isFollowing ? { following: 'true' as const } : {}
      const query = {
        since: since ?? '',
        ...pickPostFilters(feed),
        ...(topic ? { topic } : {}),
        ...following,
      }
      return (await callApi<typeof countNewPosts>('GET /api/posts/new-count', { query }, { meta })).count
    },
    enabled: since !== undefined,
    initialData: 0,
    initialDataUpdatedAt: fetchedAt,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
}

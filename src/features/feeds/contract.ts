import * as z from 'zod/mini'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import {
  hasPostFilters,
  type PostFilterName,
  type PostFilters,
  postFilterNames,
  postFilters,
} from '#core/post-filters.ts'
import { commaListSchema, limitSchema, offsetSchema } from '#core/query-schemas.ts'
import { type PostCard, postCardSchema } from '#features/posts/contract.ts'
import { tagSchema } from '#features/posts/contract-tags.ts'
import { topicNameSchema } from '#features/topics/contract.ts'
import {
  encodeFeedCursor,
  FEED_CURSOR_PATTERN,
  type FeedCursor,
  feedSorts,
  MAX_NEW_POSTS,
} from './contract-values.ts'

export {
  encodeFeedCursor,
  type FeedCursor,
  type FeedSort,
  feedSorts,
  MAX_NEW_POSTS,
} from './contract-values.ts'

export const feedCursorSchema = z.pipe(
  z.string('after is not valid').check(z.regex(FEED_CURSOR_PATTERN, 'after is not valid')),
  z.transform((text: string): FeedCursor => {
    const [, score, time, id] = FEED_CURSOR_PATTERN.exec(text) ?? []
    return { score: Number(score), time: Number(time), id: Number(id) }
  }),
)

/** The paging parameters. `offset` counts from the cursor if `after` is given, otherwise from the top of the list. */
export const pageQuerySchema = {
  limit: limitSchema,
  offset: offsetSchema,
  after: z.optional(feedCursorSchema),
}

type FilterSchemas = {
  [Name in PostFilterName]: ReturnType<typeof commaListSchema<PostFilters[Name][number]>>
}

/** A parameter for each filter (`postFilters`). */
export const filterQuerySchema = Object.fromEntries(
  Object.entries(postFilters).map(([name, { values, valueName }]) => [
    name,
    commaListSchema<string>(values, valueName),
  ]),
) as FilterSchemas

export const sortSchema = z._default(z.enum(feedSorts, 'sortBy must be new or top'), 'new')

const windowNameSchema = z.enum(feedWindows, `window must be one of ${feedWindows.join(', ')}`)

const windowSchema = z._default(windowNameSchema, 'all')

/** The query parameters of an RSS feed. */
export const windowQuerySchema = z.object({ window: z.optional(windowNameSchema) })

const followingSchema = z.optional(z.enum(['true', 'false'], 'following must be true or false'))

type FilterQuery = PostFilters & {
  offset?: number
  topic?: string | undefined
  following?: string | undefined
  tag?: string | undefined
  window?: FeedWindow
}

/** The largest offset at which a page is as cheap to read as the first page. */
const MAX_CHEAP_OFFSET = 1_000

/**
 * Returns true if reading a period is expensive. For periods of up to a month, the best posts of each day are merged
 * from an index, which is cheap unless a filter excludes many of a day's posts. Within a topic, all of the period's
 * posts are read and sorted.
 */
export const isExpensiveWindow = (
  { window = 'all', ...query }: PostFilters & Pick<FilterQuery, 'window'>,
  isWithinTopics: boolean,
): boolean => window === 'year' || (window !== 'all' && (isWithinTopics || hasPostFilters(query)))

/**
 * Returns the rate limit for expensive feeds. A feed is normally read in index order. If no index fits the filters,
 * or the offset is large, PostgreSQL may have to read everything before the page. An index fits a single type, but not
 * within topics.
 */
const expensiveFeed = (isWithinTopics: (query: FilterQuery) => boolean) => ({
  name: 'feed',
  max: 1_200,
  when: (query: FilterQuery) =>
    postFilterNames.some(
      (name) => query[name].length > (name === 'types' && !isWithinTopics(query) ? 1 : 0),
    ) ||
    query.tag !== undefined ||
    isExpensiveWindow(query, isWithinTopics(query)) ||
    (query.offset ?? 0) > MAX_CHEAP_OFFSET,
})

export const countNewPosts = endpoint({
  method: 'GET',
  path: '/api/posts/new-count',
  summary: `Count the posts in a feed that are newer than this cursor, up to ${MAX_NEW_POSTS}`,
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  expensive: expensiveFeed((query) => query.topic !== undefined || query.following === 'true'),
  errors: ['not-signed-in', 'topic-not-found'],
  query: z.object({
    since: feedCursorSchema,
    topic: z.optional(topicNameSchema),
    following: followingSchema,
    ...filterQuerySchema,
  }),
  reply: z.object({ count: z.int() }),
  cacheSeconds: 10,
})

export const getDefaultWindow = endpoint({
  method: 'GET',
  path: '/api/posts/default-window',
  summary:
    'Get the period of the most popular posts that pages show until the reader chooses one: the shortest that holds enough posts',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  expensive: expensiveFeed((query) => query.topic !== undefined),
  errors: ['topic-not-found'],
  query: z.object({
    topic: z.optional(topicNameSchema),
    tag: z.optional(tagSchema),
    ...filterQuerySchema,
  }),
  reply: z.object({ window: windowNameSchema }),
  cacheSeconds: 60,
})

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts',
  summary:
    'List public posts; with following=true only those in topics, by members and in collections that you follow; with tag only those with this tag; with sortBy=top, window narrows them to a period',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  expensive: expensiveFeed((query) => query.following === 'true'),
  errors: ['not-signed-in'],
  query: z.object({
    ...pageQuerySchema,
    ...filterQuerySchema,
    sortBy: sortSchema,
    window: windowSchema,
    following: followingSchema,
    tag: z.optional(tagSchema),
  }),
  reply: z.array(postCardSchema),
  cacheSeconds: 3,
  next: nextAfter<PostCard>(encodeFeedCursor),
})

export const listTopicPosts = endpoint({
  method: 'GET',
  path: '/api/topics/:topicName/posts',
  summary: "List a topic's posts",
  tag: 'Topics',
  access: 'anyone',
  scope: 'read',
  expensive: expensiveFeed(() => true),
  errors: ['topic-not-found'],
  params: z.object({ topicName: topicNameSchema }),
  query: z.object({ ...pageQuerySchema, ...filterQuerySchema, sortBy: sortSchema, window: windowSchema }),
  reply: z.array(postCardSchema),
  cacheSeconds: 3,
  next: nextAfter<PostCard>(encodeFeedCursor),
})

export const listPrivatePosts = endpoint({
  method: 'GET',
  path: '/api/user/private-posts',
  summary: 'List your private posts, newest first',
  tag: 'Posts',
  access: 'signed-in',
  scope: 'private',
  query: z.object(pageQuerySchema),
  reply: z.array(postCardSchema),
  next: nextAfter<PostCard>(encodeFeedCursor),
})

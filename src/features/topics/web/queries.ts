import { queryOptions } from '@tanstack/react-query'
import { toTopicSlug } from '#core/slugs.ts'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countAllPosts, getTopic, listTopics } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Topics, and everything that shows their names. */
    topics: true
  }
}

const topicsKey = defineQueryKey('topics', { invalidatedBy: { topics: 'active' } })
const postCountKey = defineQueryKey('post-count')
const topicKey = defineQueryKey('topic', { invalidatedBy: { topics: 'active', posts: 'none' } })

/** Fetches all topics, sorted by name. */
export const topicsQuery = queryOptions({
  queryKey: topicsKey(),
  queryFn: apiQueryFn<typeof listTopics>('GET /api/topics', {}),
})

const COUNT_STALE_MS = 5 * 60_000

/** Fetches the number of public posts in all topics. */
export const postCountQuery = queryOptions({
  queryKey: postCountKey(),
  queryFn: apiQueryFn<typeof countAllPosts>('GET /api/posts/count', {}),
  staleTime: COUNT_STALE_MS,
})

/** Fetches a topic by its name or slug. Fails with 404 if there is none. */
export const topicQuery = (name: string) =>
  queryOptions({
    queryKey: topicKey(toTopicSlug(name)),
    queryFn: apiQueryFn<typeof getTopic>('GET /api/topics/:name', { params: { name } }),
  })

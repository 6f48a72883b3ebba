import { queryOptions } from '@tanstack/react-query'
import { toTopicSlug } from '#core/slugs.ts'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getTopic, listTopics } from '../contract.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Topics, and everything that shows their names. */
    topics: true
  }
}

const topicsKey = defineQueryKey('topics', { invalidatedBy: { topics: 'active' } })
const topicKey = defineQueryKey('topic', { invalidatedBy: { topics: 'active', posts: 'none' } })

/** Fetches all topics, sorted by name. */
export const topicsQuery = queryOptions({
  queryKey: topicsKey(),
  queryFn: apiQueryFn<typeof listTopics>('GET /api/topics', {}),
})

/** Fetches a topic by its name or slug. Fails with 404 if there is none. */
export const topicQuery = (name: string) =>
  queryOptions({
    queryKey: topicKey(toTopicSlug(name)),
    queryFn: apiQueryFn<typeof getTopic>('GET /api/topics/:name', { params: { name } }),
  })

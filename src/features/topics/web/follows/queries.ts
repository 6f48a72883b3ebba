import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { Topic } from '../../contract.ts'
import type { listFollowedTopics } from '../../contract-follows.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Lists of posts from topics that the member follows. */
    'followed-posts': true
  }
}

const followedTopicsKey = defineQueryKey('followed-topics')

/** Fetches the topics that the member follows. Enabled for members only (docs/spec/api.md#topics). */
export const followedTopicsQuery = queryOptions({
  queryKey: followedTopicsKey(),
  queryFn: apiQueryFn<typeof listFollowedTopics>('GET /api/user/followed-topics', {}),
})

const NO_TOPICS: Topic[] = []

/** Returns the topics that the member follows. The list is empty for a visitor. */
export const useFollowedTopics = (): Topic[] => {
  const isMember = useCurrentUser() !== null
  const { data } = useQuery({ ...followedTopicsQuery, enabled: isMember })
  return (isMember && data) || NO_TOPICS
}

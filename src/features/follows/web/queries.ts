import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Topic } from '#features/topics/contract.ts'
import { call } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { listFollowedTopics } from '../contract.ts'

/** The topics that the member follows; enabled for members only (docs/spec/api.md#topics). */
export const followedTopicsQuery = queryOptions({
  queryKey: ['followed-topics'],
  queryFn: () => call(listFollowedTopics, {}),
})

const NO_TOPICS: Topic[] = []

/** Empty for a visitor. */
export const useFollowedTopics = (): Topic[] => {
  const isMember = useCurrentUser() !== null
  const { data } = useQuery({ ...followedTopicsQuery, enabled: isMember })
  return (isMember && data) || NO_TOPICS
}

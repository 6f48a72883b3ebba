import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countPostVotes } from '../../contract.ts'
import type { countVotesOnPosts } from '../../contract-bulk.ts'

const postVotesKey = defineQueryKey('post-votes')

/** Fetches the number of votes on the member's own post. */
export const postVotesQuery = (id: number) =>
  queryOptions({
    queryKey: postVotesKey(id),
    queryFn: async ({ meta }) =>
      (await callApi<typeof countPostVotes>('GET /api/posts/:id/votes', { params: { id } }, { meta })).count,
    gcTime: 0,
  })

/** Fetches the number of votes on several of the member's own posts. */
export const votesOnPostsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: postVotesKey('several', ...ids),
    queryFn: async ({ meta }) =>
      (
        await callApi<typeof countVotesOnPosts>(
          'GET /api/user/posts/votes',
          { query: { ids: [...ids] } },
          { meta },
        )
      ).count,
    gcTime: 0,
  })

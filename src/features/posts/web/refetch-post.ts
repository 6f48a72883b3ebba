import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { entityQueryFilter, invalidateEntity, patchEntity } from '#web/entity-cache.ts'
import type { getPost } from '../contract.ts'
import { isVotePending } from './pending-votes.ts'

/**
 * Refetches a post: all of its data on the post's own page, but only its counts in lists, so nothing moves
 * while the member reads.
 */
export const refetchPost = async (client: QueryClient, postId: number): Promise<void> => {
  if (client.getQueryCache().findAll({ ...entityQueryFilter('post', postId), type: 'active' }).length > 0)
    return invalidateEntity(client, 'post', postId)
  const post = await callApi<typeof getPost>('GET /api/posts/:id', { params: { id: postId } }).catch(
    () => null,
  )
  if (!post || isVotePending(postId)) return
  const { score, myVote, commentCount, bookmarkCount } = post
  const counts = { score, myVote, commentCount, bookmarkCount }
  patchEntity(client, 'post', postId, (copy) => ({ ...copy, ...counts }))
}

/** Cancels a refetch in flight; the page keeps its data. */
export const cancelPostRefetch = (client: QueryClient, postId: number): Promise<void> =>
  client.cancelQueries(entityQueryFilter('post', postId))

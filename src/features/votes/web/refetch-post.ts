import type { Query, QueryClient } from '@tanstack/react-query'
import { getPost, isPost } from '#features/posts/contract.ts'
import { call } from '#web/api-client.ts'
import { patchCachedEntity } from '#web/entity-cache.ts'
import { isVotePending } from './pending-votes.ts'

/**
 * Refetches a post. Its own page is refetched completely. In lists only its counts are updated, so that
 * nothing moves while the member reads.
 */
export const refetchPost = async (client: QueryClient, postId: number): Promise<void> => {
  if (client.getQueryCache().findAll({ predicate: isPageOf(postId), type: 'active' }).length > 0)
    return client.invalidateQueries({ predicate: isPageOf(postId) })
  const post = await call(getPost, { params: { id: postId } }).catch(() => null)
  if (!post || isVotePending(postId)) return
  const { score, myVote, commentCount, bookmarkCount } = post
  const counts = { score, myVote, commentCount, bookmarkCount }
  patchCachedEntity(client, isPost(postId), (item: object) => ({ ...item, ...counts }))
}

/** Cancels a refetch in flight; the page keeps its data. */
export const cancelPostRefetch = (client: QueryClient, postId: number): Promise<void> =>
  client.cancelQueries({ predicate: isPageOf(postId) })

const isPageOf =
  (postId: number) =>
  ({ queryKey, state }: Query): boolean =>
    queryKey[0] === 'post' && (state.data as { id?: number } | undefined)?.id === postId

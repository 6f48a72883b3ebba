import type { QueryClient } from '@tanstack/react-query'
import type { BulkResult } from '#core/bulk-schemas.ts'
import { callApi } from '#web/api-client.ts'
import { patchEntity } from '#web/entity-cache.ts'
import type { PostCard } from '../../contract.ts'
import type * as bulk from '../../contract-bulk.ts'
import { invalidatePostLists } from '../invalidate-post-lists.ts'

/** Deletes several of the member's own posts. Resolves when the member's lists have been refetched. */
export const deletePosts = async (client: QueryClient, posts: readonly PostCard[]): Promise<BulkResult> => {
  const ids = posts.map(({ id }) => id)
  const { done, failed } = await callApi<typeof bulk.deletePosts>('DELETE /api/user/posts', {
    body: { ids },
  })
  // A post that is not found is already deleted, perhaps by an earlier attempt whose response was lost.
  const gone = failed.filter(({ code }) => code === 'post-not-found').map(({ id }) => id)
  const deleted = [...done, ...gone]
  const [first] = posts
  if (first) await invalidatePostLists(client, first.user.id)
  for (const id of deleted) patchEntity(client, 'post', id, (copy) => ({ ...copy, isDeleted: true }))
  return { done: deleted, failed: failed.filter(({ id }) => !gone.includes(id)) }
}

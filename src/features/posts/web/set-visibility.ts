import type { QueryClient } from '@tanstack/react-query'
import type { BulkResult } from '#core/bulk-schemas.ts'
import { callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { invalidateEntity } from '#web/entity-cache.ts'
import type { PostCard } from '../contract.ts'
import type { setPostVisibility } from '../contract-bulk.ts'
import { invalidatePostLists } from './invalidate-post-lists.ts'

/** Makes several of the member's own posts private or public. Resolves when the member's lists have been refetched. */
export const changePostsVisibility = async (
  client: QueryClient,
  posts: readonly PostCard[],
  isPrivate: boolean,
): Promise<BulkResult> => {
  const result = await callApi<typeof setPostVisibility>('PATCH /api/user/posts', {
    body: { ids: posts.map(({ id }) => id), isPrivate },
  })
  const [first] = posts
  if (first) await invalidatePostLists(client, first.user.id)
  for (const id of result.done) void invalidateEntity(client, 'post', id)
  void client.invalidateQueries(currentUserQuery)
  return result
}

import type { QueryClient } from '@tanstack/react-query'
import type { BulkResult } from '#core/bulk-schemas.ts'
import { callApi } from '#web/api-client.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import type * as contract from '../contract.ts'
import { bookmarksQueryKey } from './queries.ts'

/** Removes several bookmarks, and resolves when the list of bookmarks no longer contains them. */
export const removeBookmarks = async (client: QueryClient, ids: number[]): Promise<BulkResult> => {
  const result = await callApi<typeof contract.removeBookmarks>('DELETE /api/user/bookmarks', {
    body: { ids },
  })
  await client.invalidateQueries({ queryKey: bookmarksQueryKey() })
  for (const id of result.done)
    patchEntity(client, 'post', id, (post) =>
      post.isBookmarked ? { ...post, isBookmarked: false, bookmarkCount: post.bookmarkCount - 1 } : post,
    )
  void invalidateLists(client, 'stats')
  return result
}

import type { QueryClient } from '@tanstack/react-query'
import { invalidateLists, queriesDependingOn, queriesShowing } from '#web/entity-cache.ts'

/**
 * Invalidates the lists after a member has added or removed a post. The member's own lists refetch now; feeds
 * refetch on the next visit, so that a reader who goes back still finds the same posts.
 */
export const invalidatePostLists = (client: QueryClient, authorId: number): void => {
  for (const ownList of [queriesDependingOn('private-posts'), queriesShowing('member', authorId)]) {
    client.removeQueries({ ...ownList, type: 'inactive' })
    void client.invalidateQueries(ownList)
  }
  void invalidateLists(client, 'posts')
}

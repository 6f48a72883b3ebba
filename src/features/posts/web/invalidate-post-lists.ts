import type { QueryClient } from '@tanstack/react-query'
import { dependentQueryFilter, entityQueryFilter, invalidateLists } from '#web/entity-cache.ts'

/**
 * Invalidates post lists after a member has added or removed posts. The member's own lists are refetched
 * immediately, and the promise resolves when they are up to date. Feeds are refetched on the next visit, so a
 * reader who goes back still sees the same posts.
 */
export const invalidatePostLists = async (client: QueryClient, authorId: number): Promise<void> => {
  const ownLists = [dependentQueryFilter('private-posts'), entityQueryFilter('member', authorId)]
  for (const ownList of ownLists) client.removeQueries({ ...ownList, type: 'inactive' })
  await Promise.all([
    ...ownLists.map((ownList) => client.invalidateQueries(ownList)),
    invalidateLists(client, 'posts'),
  ])
}

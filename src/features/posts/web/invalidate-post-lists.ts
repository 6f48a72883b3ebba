import type { QueryClient } from '@tanstack/react-query'

/**
 * Invalidates the lists after a member has added or removed a post. The member's own lists refetch now; feeds
 * refetch on the next visit, so that a reader who goes back still finds the same posts.
 */
export const invalidatePostLists = (client: QueryClient, username: string): void => {
  for (const queryKey of [['private-posts'], ['profile', username.toLowerCase()]]) {
    client.removeQueries({ queryKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey })
  }
  for (const queryKey of [['feed'], ['search'], ['topic'], ['bookmarks'], ['leaderboard']])
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
}

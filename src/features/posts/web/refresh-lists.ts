import type { QueryClient } from '@tanstack/react-query'

/**
 * A member has added or removed a post. Their own lists are read anew; feeds when they are next gone to, so that a
 * reader who goes back finds the posts that were there.
 */
export const refreshLists = (client: QueryClient, username: string): void => {
  for (const queryKey of [['private-posts'], ['profile', username.toLowerCase()]]) {
    client.removeQueries({ queryKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey })
  }
  for (const queryKey of [['feed'], ['search'], ['topic'], ['bookmarks'], ['leaderboard']])
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
}

import type { QueryClient } from '@tanstack/react-query'

/**
 * Something that members are ranked by has changed (a vote, a comment, a bookmark, a post): profiles are read anew when
 * they are next gone to, so that nothing moves under the reader; the leaderboard at once where it is shown.
 */
export const outdateFigures = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' })
  void client.invalidateQueries({ queryKey: ['leaderboard'] })
}

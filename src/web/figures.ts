import type { QueryClient } from '@tanstack/react-query'

/**
 * Call after a change that affects rankings (a vote, comment, bookmark or post). Profiles are refetched on
 * the next visit, so that nothing moves while somebody reads; a visible leaderboard is refetched immediately.
 */
export const outdateFigures = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' })
  void client.invalidateQueries({ queryKey: ['leaderboard'] })
}

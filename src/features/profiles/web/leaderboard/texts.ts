import type { LeaderboardWindow } from '#core/feed-windows.ts'

export const leaderboardTexts = {
  heading: 'Leaderboard',
  lead: 'Top 50 by upvotes, comments and bookmarks received.',
  caption: 'Top contributors by engagement',
  rank: 'Rank',
  window: 'Period',
  windows: { week: 'This week', month: 'This month', all: 'All time' } satisfies Record<
    LeaderboardWindow,
    string
  >,
  emptyWindow: {
    week: 'Nobody has received anything this week',
    month: 'Nobody has received anything this month',
  },
  emptyWindowText: 'Upvotes, comments and bookmarks by others put members on this list.',
  showWindow: (label: string) => `Show ${label.toLowerCase()}`,
  noRank: 'No engagement yet',
  member: 'Member',
  posts: 'Posts',
  upvotes: 'Upvotes',
  postNoun: (count: number) => (count === 1 ? 'post' : 'posts'),
  upvoteNoun: (count: number) => (count === 1 ? 'upvote' : 'upvotes'),
  engagement: 'Engagement',
  engagementExplanation: 'Upvotes, comments and bookmarks received',
  you: 'You',
  trend: 'Trend',
  trendExplanation: {
    week: 'Engagement of each day',
    month: 'Engagement of each three days',
  },
  trendOf: (counts: readonly number[]) => counts.map((count) => count.toLocaleString('en')).join(', '),
  /** `change` is the difference to the week or the month before. */
  change: (change: number) =>
    `${change < 0 ? '−' : change > 0 ? '+' : '±'}${Math.abs(change).toLocaleString('en')}`,
  changeExplanation: (change: number, window: 'week' | 'month') =>
    change === 0
      ? `As much as the ${window} before`
      : `${Math.abs(change).toLocaleString('en')} ${change < 0 ? 'less' : 'more'} than the ${window} before`,
  belowTop: 'Below the top 1,000',
  emptyTitle: 'No contributors yet',
  emptyText: 'Members appear here when others upvote, comment on or bookmark their prompts.',
  emptyAction: 'Browse prompts',
} as const

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
  belowTop: 'Below the top 1,000',
  emptyTitle: 'No contributors yet',
  emptyText: 'Members appear here when others upvote, comment on or bookmark their prompts.',
  emptyAction: 'Browse prompts',
} as const

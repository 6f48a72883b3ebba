/** The periods whose posts a feed sorted by `top` can be narrowed to, in days; null is all time. */
export const feedWindowDays = { day: 1, week: 7, month: 30, year: 365, all: null } as const
export type FeedWindow = keyof typeof feedWindowDays
/** From the shortest to the longest. */
export const feedWindows = Object.keys(feedWindowDays) as [FeedWindow, ...FeedWindow[]]

/** The periods of the leaderboard. */
export const leaderboardWindows = ['week', 'month', 'all'] as const satisfies readonly FeedWindow[]
export type LeaderboardWindow = (typeof leaderboardWindows)[number]

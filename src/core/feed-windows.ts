/** The periods, in days, by which a feed sorted by `top` can be filtered. Null means all time. */
export const feedWindowDays = { day: 1, week: 7, month: 30, year: 365, all: null } as const
export type FeedWindow = keyof typeof feedWindowDays
/** The names of the periods, in ascending order. */
export const feedWindows = Object.keys(feedWindowDays) as [FeedWindow, ...FeedWindow[]]

/** The periods of the leaderboard. */
export const leaderboardWindows = ['week', 'month', 'all'] as const satisfies readonly FeedWindow[]
export type LeaderboardWindow = (typeof leaderboardWindows)[number]
/** The number of parts of a period whose engagement the leaderboard shows one by one: of one day, or of three. */
export const leaderboardParts = { week: 7, month: 10 } as const

export const feedSorts = ['new', 'top'] as const
export type FeedSort = (typeof feedSorts)[number]

/** The periods whose posts a feed sorted by `top` can be narrowed to, in days; null is all time. */
export const feedWindowDays = { day: 1, week: 7, month: 30, year: 365, all: null } as const
export type FeedWindow = keyof typeof feedWindowDays
export const feedWindows = Object.keys(feedWindowDays) as [FeedWindow, ...FeedWindow[]]

/**
 * A keyset cursor: the page begins after the post with this score, creation time (Unix milliseconds) and id.
 * Unlike an offset, it neither repeats nor skips a post while others are published or voted on.
 */
export type FeedCursor = { score: number; time: number; id: number }

export const CURSOR_PATTERN = /^(-?\d{1,9})_(\d{1,14})_([1-9]\d{0,8})$/

export const isCursor = (text: string): boolean => CURSOR_PATTERN.test(text)

/** The cursor just after this post, for the next page's `after` parameter. */
export const cursorOf = (post: { score: number; createdAt: Date; id: number }): string =>
  `${post.score}_${post.createdAt.getTime()}_${post.id}`

/** New posts beyond this number are not counted. */
export const MAX_NEW_POSTS = 50

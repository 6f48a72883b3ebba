export const feedSorts = ['new', 'top'] as const
export type FeedSort = (typeof feedSorts)[number]

/**
 * A keyset cursor: the page begins after the post with this score, creation time (Unix milliseconds) and id.
 * Unlike an offset, it does not repeat or skip posts when other posts are published or voted on.
 */
export type FeedCursor = { score: number; time: number; id: number }

export const FEED_CURSOR_PATTERN = /^(-?\d{1,9})_(\d{1,14})_([1-9]\d{0,8})$/

export const isFeedCursor = (text: string): boolean => FEED_CURSOR_PATTERN.test(text)

/** Returns the cursor that starts after this post, for the next page's `after` parameter. */
export const encodeFeedCursor = (post: { score: number; createdAt: Date; id: number }): string =>
  `${post.score}_${post.createdAt.getTime()}_${post.id}`

/** New posts are counted only up to this number. */
export const MAX_NEW_POSTS = 50

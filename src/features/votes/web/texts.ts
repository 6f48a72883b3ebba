/** What voting says. */
export const texts = {
  upvote: 'Upvote',
  downvote: 'Downvote',
  /** Spoken. */
  upvoted: (score: number) => `Upvoted, score ${score}`,
  downvoted: (score: number) => `Downvoted, score ${score}`,
  removed: (score: number) => `Vote removed, score ${score}`,
  failed: 'Your vote could not be saved',
} as const

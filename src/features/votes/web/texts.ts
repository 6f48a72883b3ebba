/** UI strings for voting. */
export const voteTexts = {
  upvote: 'Upvote',
  downvote: 'Downvote',
  /** The tooltip and accessible description of both buttons for visitors. */
  signIn: 'Sign in to vote',
  /** Announcements for screen readers. */
  upvoted: (score: number) => `Upvoted, score ${score}`,
  downvoted: (score: number) => `Downvoted, score ${score}`,
  removed: (score: number) => `Vote removed, score ${score}`,
  failed: "Couldn't save your vote",
} as const

/** What an admin reads who removes what another wrote. */
export const texts = {
  removePost: 'Remove this post?',
  removePostText: (title: string, author: string) =>
    `“${title}” goes for good, with its comments and votes. ${author} is told the reason.`,
  removeComment: 'Remove this comment?',
  removeCommentText: (author: string) =>
    `The comment of ${author} goes for good; replies to it stay. ${author} is told the reason.`,
  reason: 'Reason',
  remove: 'Remove',
  removing: 'Removing...',
  removed: 'Removed. Its author is told.',
  failed: 'It could not be removed. Please try again.',
} as const

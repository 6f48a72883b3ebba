/** UI strings for the dialogs in which an admin removes someone else's content. */
export const removalTexts = {
  removePost: 'Remove this post?',
  removePostText: (title: string, author: string) =>
    `“${title}” will be permanently deleted with its comments and votes. ${author} will see your reason.`,
  removeComment: 'Remove this comment?',
  removeCommentText: (author: string) =>
    `${author}’s comment will be permanently deleted; replies to it stay. ${author} will see your reason.`,
  viewProfile: (name: string) => `View ${name}’s profile`,
  viewTopic: (name: string) => `View the topic ${name}`,
  viewPost: 'View the post',
  newTab: ' (opens in a new tab)',
  reason: 'Reason',
  remove: 'Remove',
  removing: 'Removing…',
  removed: 'Removed. We’ve notified the author.',
  failed: "We couldn't remove it. Please try again.",
} as const

import { APPEAL_DAYS } from '#features/moderation/contract-values.ts'

/** UI strings for the dialog in which an admin removes someone else's content. */
export const removalTexts = {
  removePost: 'Remove this post?',
  removePostText: (title: string, author: string) =>
    `Nobody but ${author} and moderators will see “${title}”, and after ${APPEAL_DAYS} days it will be deleted with its comments and votes. ${author} will see your reason and can appeal.`,
  removeComment: 'Remove this comment?',
  removeCommentText: (author: string) =>
    `It will read as deleted; replies to it stay. ${author} will see your reason and can appeal.`,
  viewPost: 'View the post',
  reason: 'Reason',
  remove: 'Remove',
  removing: 'Removing…',
  removed: 'Removed. We’ve notified the author.',
  failed: "We couldn't remove it. Please try again.",
} as const

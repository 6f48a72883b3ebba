import { APPEAL_DAYS } from '#features/moderation/contract-values.ts'

/** UI strings for the dialog in which an admin removes someone else's content. */
export const removalTexts = {
  titles: {
    post: 'Remove this post?',
    comment: 'Remove this comment?',
    collection: 'Remove this collection?',
    'suggested-edit': 'Remove this suggested edit?',
    skill: 'Withdraw this version?',
  },
  descriptions: {
    post: (author: string, title: string) =>
      `Nobody but ${author} and moderators will see “${title}”, and after ${APPEAL_DAYS} days it will be deleted with its comments and votes. ${author} will see your reason and can appeal.`,
    comment: (author: string) =>
      `It will read as deleted; replies to it stay. ${author} will see your reason and can appeal.`,
    collection: (author: string, title: string) =>
      `Only ${author}, its editors and moderators will see “${title}”, and after ${APPEAL_DAYS} days it will be deleted. The posts in it stay. ${author} will see your reason and can appeal.`,
    'suggested-edit': (author: string) =>
      `It will be removed from the list. What the post has taken over from it stays. ${author} will see your reason and can appeal.`,
    skill: (author: string) =>
      `Nobody can install this version any longer, and readers see it only if it is the current one. ${author} will see your reason and can appeal.`,
  },
  viewPost: 'View the post',
  reason: 'Reason',
  remove: 'Remove',
  removing: 'Removing…',
  removed: 'Removed. We’ve notified the author.',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing…',
  withdrawn: 'Withdrawn. We’ve notified the author.',
  failed: "We couldn't remove it. Please try again.",
} as const

import { GROUP_MOST } from '#features/notifications/contract.ts'

/** What the list of notifications says. */
export const texts = {
  markAll: 'Mark all as read',
  markFailed: 'The notifications could not be marked as read',
  new: 'New',
  unreadNow: (count: number) => (count === 1 ? '1 new notification' : `${count} new notifications`),
  older: 'Show older notifications',
  loading: 'Loading notifications',
  failed: 'The notifications could not be loaded.',
  retry: 'Try again',
  others: (count: number) =>
    count === 1 ? ' and 1 other' : ` and ${count < GROUP_MOST - 1 ? count : `at least ${count}`} others`,
  did: {
    comment: 'commented on',
    replied: 'replied to your comment on',
    upvote: 'upvoted',
    bookmark: 'bookmarked',
    upvotedComment: 'upvoted your comment on',
  },
} as const

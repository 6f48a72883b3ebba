import { MAX_GROUP_SIZE } from '../contract-values.ts'

/** Texts of the notification list. */
export const texts = {
  markAll: 'Mark all as read',
  markFailed: "Couldn't mark the notifications as read",
  new: 'New',
  unreadNow: (count: number) => (count === 1 ? '1 new notification' : `${count} new notifications`),
  older: 'Show older notifications',
  loading: 'Loading notifications…',
  failed: "Couldn't load your notifications.",
  retry: 'Try again',
  comma: ', ',
  and: ' and ',
  others: (count: number, size: number) =>
    count === 1 ? ' and 1 other' : ` and ${size < MAX_GROUP_SIZE ? count : `at least ${count}`} others`,
  quoted: (title: string) => `“${title}”`,
  actions: {
    comment: 'commented on',
    replied: 'replied to your comment on',
    upvote: 'upvoted',
    bookmark: 'bookmarked',
    mention: 'mentioned you in',
    mentionedInComment: 'mentioned you in a comment on',
    'edit-suggested': 'suggested an edit of',
    'edit-accepted': 'accepted your edit of',
    'edit-declined': 'declined your edit of',
    'edit-changes-requested': 'asks for changes of your edit of',
    'collection-invitation': 'invites you to edit the collection',
    'topic-approved': 'Your topic request was approved:',
    'topic-rejected': 'Your topic request was declined:',
    upvotedComment: 'upvoted your comment on',
  },
} as const

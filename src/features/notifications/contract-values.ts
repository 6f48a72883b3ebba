/** The path of the event stream, which the browser opens with `EventSource`. */
export const NOTIFICATION_STREAM_PATH = '/api/notifications/stream'

/** Unread notifications are counted only up to this number. The interface does not show an exact count beyond it. */
export const MAX_UNREAD_COUNT = 1_000

/** A group's members are counted only up to this number. Beyond it, the interface says "at least". */
export const MAX_GROUP_SIZE = 1_000

/** The kinds of notifications, which a member can switch off. `contract.ts` says which types each consists of. */
export const notificationKinds = [
  'comment',
  'mention',
  'upvote',
  'bookmark',
  'suggested-edit',
  'collection-invitation',
  'topic-request',
  'webhook',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The available intervals between emails with a member's unread notifications. */
export const digestFrequencies = ['never', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** The maximum length of the comment excerpt in a notification, in characters. */
export const COMMENT_EXCERPT_LENGTH = 200

/** Returns the cursor that starts after this notification, for the next page's `after` parameter. */
export const encodeNotificationCursor = ({ createdAt, id }: { createdAt: Date; id: number }): string =>
  `${createdAt.getTime()}_${id}`

/** The path of the event stream, which the browser opens with `EventSource`. */
export const NOTIFICATION_STREAM_PATH = '/api/notifications/stream'

/** Unread notifications are counted only up to this number. The interface does not show an exact count beyond it. */
export const MAX_UNREAD_COUNT = 1_000

/** A group's members are counted only up to this number. Beyond it, the interface says "at least". */
export const MAX_GROUP_SIZE = 1_000

/** The kinds of notifications, which a member can switch off, with the types of each. */
const typesByKind = {
  comment: ['comment'],
  mention: ['mention'],
  upvote: ['upvote'],
  bookmark: ['bookmark'],
  'suggested-edit': ['edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested'],
  'collection-invitation': ['collection-invitation'],
  'topic-request': ['topic-approved', 'topic-rejected'],
} as const

export type NotificationKind = keyof typeof typesByKind
export const notificationKinds = Object.keys(typesByKind) as NotificationKind[]

export type NotificationType<Kind extends NotificationKind = NotificationKind> =
  (typeof typesByKind)[Kind][number]

/** Returns the notification types that belong to a kind. */
export const getNotificationTypes = (kind: NotificationKind): readonly NotificationType[] => typesByKind[kind]

/** The available intervals between emails with a member's unread notifications. */
export const digestFrequencies = ['never', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** The maximum length of the comment excerpt in a notification, in characters. */
export const COMMENT_EXCERPT_LENGTH = 200

/** Returns the cursor that starts after this notification, for the next page's `after` parameter. */
export const encodeNotificationCursor = ({ createdAt, id }: { createdAt: Date; id: number }): string =>
  `${createdAt.getTime()}_${id}`

/** The path of the event stream, which the browser opens with `EventSource`. */
export const STREAM_PATH = '/api/notifications/stream'

/** Counting stops here; the interface shows no exact number beyond it. */
export const MAX_UNREAD_COUNT = 1_000

/** Counting the members of a group stops here; the interface then says "at least". */
export const MAX_GROUP_SIZE = 1_000

/** What happened to a topic that the member requested. */
export const topicNotificationTypes = ['topic-approved', 'topic-rejected'] as const

/** What happened to an edit of a post that a member suggested. */
export const suggestedEditNotificationTypes = [
  'edit-suggested',
  'edit-accepted',
  'edit-declined',
  'edit-changes-requested',
] as const

/** What members are told about collections of others. */
export const collectionNotificationTypes = ['collection-invitation'] as const

/**
 * What a member can switch off. `suggested-edit` and `topic-request` are several types, every other kind is the type of
 * the same name.
 */
export const notificationKinds = [
  'comment',
  'mention',
  'upvote',
  'bookmark',
  'suggested-edit',
  'collection-invitation',
  'topic-request',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const typesByKind: Partial<Record<NotificationKind, readonly string[]>> = {
  'suggested-edit': suggestedEditNotificationTypes,
  'topic-request': topicNotificationTypes,
}

/** The types of notifications that a kind consists of. */
export const typesOfKind = (kind: NotificationKind): readonly string[] => typesByKind[kind] ?? [kind]

/** How often a member gets a mail with their unread notifications. */
export const digestFrequencies = ['never', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** The number of characters of a comment that a notification shows. */
export const EXCERPT_LENGTH = 200

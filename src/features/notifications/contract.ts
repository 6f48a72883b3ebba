import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { idSchema, limitSchema } from '#core/query-schemas.ts'
import {
  encodeNotificationCursor,
  MAX_UNREAD_COUNT,
  NOTIFICATION_STREAM_PATH,
  type NotificationKind,
  notificationKinds,
} from './contract-values.ts'

/** The types of notifications of each kind. They are not part of what the browser loads. */
const typesByKind = {
  comment: ['comment'],
  mention: ['mention'],
  upvote: ['upvote'],
  bookmark: ['bookmark'],
  'suggested-edit': ['edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested'],
  'collection-invitation': ['collection-invitation'],
  'topic-request': ['topic-approved', 'topic-rejected'],
  webhook: ['webhook-disabled'],
} as const satisfies Record<NotificationKind, readonly string[]>

export type NotificationType<Kind extends NotificationKind = NotificationKind> =
  (typeof typesByKind)[Kind][number]

/** The types that nobody can switch off: decisions of moderators about the member, their content or their report. */
const moderationTypes = ['decision', 'report-decided', 'appeal-answered'] as const
export type ModerationNotificationType = (typeof moderationTypes)[number]

export const getNotificationTypes = (kind: NotificationKind): readonly NotificationType[] => typesByKind[kind]

const notificationSchema = z.object({
  id: z.int(),
  userId: z.int(),
  type: z.enum([...notificationKinds.flatMap(getNotificationTypes), ...moderationTypes]),
  /** The post that the notification is about; null if it is about a topic, a collection, a webhook or a decision. */
  postId: z.nullable(z.int()),
  fromUserId: z.nullable(z.int()),
  /** The comment that was written, was voted on, or mentions the member. */
  commentId: z.nullable(z.int()),
  /** The edit that was suggested or reviewed. */
  suggestedEditId: z.nullable(z.int()),
  /** True if the comment is a reply to one of the member's own comments. */
  isReply: z.boolean(),
  /**
   * The number of members, including this one, who took the same action on the same post or comment, up to
   * `MAX_GROUP_SIZE`. It is 1 for a reply.
   */
  groupSize: z.int(),
  /** The beginning of the comment as plain text. */
  excerpt: z.nullable(z.string()),
  isRead: z.boolean(),
  createdAt: dateSchema,
  fromUser: z.nullable(z.object({ username: z.string(), avatar: z.nullable(z.string()) })),
  /** The post, with the fields that its link needs. */
  post: z.nullable(
    z.object({
      id: z.int(),
      title: z.string(),
      isPrivate: z.boolean(),
      privateId: z.nullable(z.string()),
      seoSlug: z.string(),
      topic: z.nullable(z.object({ name: z.string() })),
    }),
  ),
  /** The topic that the member requested. `isLinked` is true if the topic exists. */
  topic: z.nullable(z.object({ name: z.string(), isLinked: z.boolean() })),
  /** The collection that the member is invited to edit. */
  collection: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** The decision about the member, their content or their report, with the name of what it is about. */
  decision: z.nullable(z.object({ id: z.int(), title: z.string() })),
  /** The webhook that was switched off. */
  webhook: z.nullable(z.object({ host: z.string() })),
})
export type Notification = z.output<typeof notificationSchema>

/** A keyset cursor: the page starts after the notification with this creation time (Unix milliseconds) and id. */
export type NotificationCursor = { time: number; id: number }
const CURSOR = /^(\d{1,14})_([1-9]\d{0,9})$/

export const streamNotifications = endpoint({
  method: 'GET',
  path: NOTIFICATION_STREAM_PATH,
  summary:
    'Stream server-sent events: `changed` when your notifications may have changed, `member` when your account may have',
  tag: 'Notifications',
  access: 'signed-in',
  scope: null,
  errors: ['too-many-streams'],
  reply: z.unknown(),
  streamedTypes: ['text/event-stream'],
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first',
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  query: z.object({
    limit: limitSchema,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(CURSOR, 'after is not valid')),
        z.transform((text: string): NotificationCursor => {
          const [, time, id] = CURSOR.exec(text) ?? []
          return { time: Number(time), id: Number(id) }
        }),
      ),
    ),
  }),
  reply: z.array(notificationSchema),
  next: nextAfter<Notification>(encodeNotificationCursor),
})

export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: `Count your unread notifications, up to ${MAX_UNREAD_COUNT}`,
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  reply: z.object({ count: z.int() }),
})

const readLimit = { name: 'read-notifications', max: 2_000, windowSeconds: 3_600 } as const

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/mark-all-read',
  summary: 'Mark all notifications as read',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: readLimit,
  reply: z.object({ marked: z.int() }),
})

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read; with group=true, all of its type on the same post or comment',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: readLimit,
  errors: ['notification-not-found'],
  params: z.object({ id: idSchema }),
  query: z.object({ group: z.optional(z.enum(['true', 'false'], 'group must be true or false')) }),
  reply: z.object({ marked: z.int() }),
})

/** The settings by kind; true if the member receives this kind of notification. */
const settingsSchema = z.record(z.enum(notificationKinds), z.boolean())
export type NotificationSettings = z.output<typeof settingsSchema>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Get which kinds of notifications you receive',
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  reply: settingsSchema,
})

export const setNotificationSetting = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/:kind',
  summary: 'Switch a kind of notifications on or off; those you have already received stay',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'notification-settings', max: 300, windowSeconds: 3_600 },
  params: z.object({ kind: z.enum(notificationKinds, 'kind is not valid') }),
  body: z.object({ isEnabled: z.boolean() }),
  reply: settingsSchema,
})

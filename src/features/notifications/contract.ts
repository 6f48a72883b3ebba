import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape, limitShape } from '#core/query-shapes.ts'

/** A stream's address: it speaks `text/event-stream`, so it is no endpoint like the others. */
export const STREAM_PATH = '/api/notifications/stream'

/** As many are counted; nobody looks at the number beyond. */
export const UNREAD_MOST = 1_000

/** As many of those who did the same are counted; more are called so. */
export const GROUP_MOST = 1_000

export const messages = {
  notFound: 'Notification not found',
  tooManyStreams: 'Too many open streams',
} as const

const notificationShape = z.object({
  id: z.int(),
  userId: z.int(),
  type: z.enum(['comment', 'upvote', 'bookmark']),
  postId: z.int(),
  fromUserId: z.int(),
  /** The comment that was written or voted on. */
  commentId: z.nullable(z.int()),
  /** That comment answers one of the member's own. */
  isReply: z.boolean(),
  /** How many members did the same with the same post or comment, this one among them, up to GROUP_MOST. */
  groupSize: z.int(),
  isRead: z.boolean(),
  createdAt: z.string(),
  fromUser: z.object({ username: z.string(), avatar: z.nullable(z.string()) }),
  /** With what its link needs. */
  post: z.object({
    id: z.int(),
    title: z.string(),
    isPrivate: z.boolean(),
    privateId: z.nullable(z.string()),
    seoSlug: z.string(),
    topic: z.nullable(z.object({ name: z.string() })),
  }),
})
export type Notification = z.output<typeof notificationShape>

/** Where a page begins: right behind the notification of this time (Unix milliseconds) and id. */
export type NotificationAnchor = { time: number; id: number }
const ANCHOR = /^(\d{1,14})_([1-9]\d{0,9})$/

export const notificationAnchorOf = ({ createdAt, id }: Notification): string =>
  `${Date.parse(createdAt)}_${id}`

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: "The signed-in member's notifications, newest first",
  tag: 'Notifications',
  query: z.object({
    limit: limitShape,
    after: z.optional(
      z.pipe(
        z.string('after is not valid').check(z.regex(ANCHOR, 'after is not valid')),
        z.transform((text: string): NotificationAnchor => {
          const [, time, id] = ANCHOR.exec(text) ?? []
          return { time: Number(time), id: Number(id) }
        }),
      ),
    ),
  }),
  reply: z.array(notificationShape),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: `How many notifications are unread; more than ${UNREAD_MOST} are not counted`,
  tag: 'Notifications',
  reply: z.object({ count: z.int() }),
})

export const markAllRead = endpoint({
  method: 'POST',
  path: '/api/notifications/mark-all-read',
  summary: 'Mark all notifications as read',
  tag: 'Notifications',
  reply: z.object({ marked: z.int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one notification as read; with group=true all of its kind on the same post or comment',
  tag: 'Notifications',
  params: z.object({ id: idShape }),
  query: z.object({ group: z.optional(z.enum(['true', 'false'], 'group must be true or false')) }),
  reply: z.object({ marked: z.int() }),
})

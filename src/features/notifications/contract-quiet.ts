import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'

const minuteSchema = z.int().check(z.minimum(0), z.maximum(1_439))

/** From when to when no emails about notifications are sent, in minutes of the day in the time zone. */
export const quietHoursSchema = z.object({
  fromMinute: minuteSchema,
  /** Quiet hours that end before they begin span midnight. */
  toMinute: minuteSchema,
  /** A name of the IANA time zone database, such as `Europe/Berlin`. */
  timeZone: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type QuietHours = z.output<typeof quietHoursSchema>

const settingsLimit = { name: 'quiet-hours', max: 300, windowSeconds: 3_600 } as const
const replySchema = z.object({ quietHours: z.nullable(quietHoursSchema) })

export const getQuietHours = endpoint({
  method: 'GET',
  path: '/api/notifications/quiet-hours',
  summary: 'Get your quiet hours, in which no emails about notifications are sent; null without any',
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  reply: replySchema,
})

export const setQuietHours = endpoint({
  method: 'PUT',
  path: '/api/notifications/quiet-hours',
  summary: 'Set your quiet hours, or remove them with null; what is due in them is sent when they end',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: settingsLimit,
  body: z.object({ quietHours: z.nullable(quietHoursSchema) }),
  reply: replySchema,
})

const params = z.object({ id: idSchema })
const postMuteSchema = z.object({ isMuted: z.boolean() })
const postMuteLimit = { name: 'mute-post', max: 300, windowSeconds: 3_600 } as const

export const getPostMute = endpoint({
  method: 'GET',
  path: '/api/posts/:id/notification-mute',
  summary: 'Get whether you have muted the notifications about a post',
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  errors: ['post-not-found'],
  params,
  reply: postMuteSchema,
})

export const mutePost = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/notification-mute',
  summary: 'Mute the notifications about a post, and mark those you have as read (idempotent)',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: postMuteLimit,
  errors: ['post-not-found', 'too-many-muted-posts'],
  params,
  reply: postMuteSchema,
})

export const unmutePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/notification-mute',
  summary: 'Receive notifications about a post again (idempotent)',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: postMuteLimit,
  params,
  reply: postMuteSchema,
})

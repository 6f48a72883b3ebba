import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { digestFrequencies } from './contract-values.ts'

const digestSettingsSchema = z.object({
  frequency: z.enum(digestFrequencies),
  /** True if the site sends email. */
  isOffered: z.boolean(),
  /** The verified email address that digests are sent to; null if there is none. */
  email: z.nullable(z.string()),
})
export type DigestSettings = z.output<typeof digestSettingsSchema>

export const getDigestSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/digest',
  summary: 'Get how often you receive an email with your unread notifications',
  tag: 'Notifications',
  access: 'signed-in',
  scope: 'private',
  reply: digestSettingsSchema,
})

export const setDigestFrequency = endpoint({
  method: 'PUT',
  path: '/api/notifications/digest',
  summary: 'Choose how often you receive an email with your unread notifications',
  tag: 'Notifications',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'notification-digest', max: 100, windowSeconds: 3_600 },
  errors: ['mail-unavailable', 'email-not-verified'],
  body: z.object({ frequency: z.enum(digestFrequencies, 'frequency is not valid') }),
  reply: digestSettingsSchema,
})

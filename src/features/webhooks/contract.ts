import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { webhookFormSchema } from './contract-form.ts'
import { DELIVERIES_PER_PAGE, webhookKinds } from './contract-values.ts'

const tag = 'Webhooks'
const limit = { name: 'webhooks', max: 120, windowSeconds: 3_600 } as const
const params = z.object({ id: idSchema })

const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  /** The topic whose posts it is told about; null if it is told about the member's own. */
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** `disabled` if it was switched off because it had failed for days. */
  state: z.enum(['active', 'paused', 'disabled']),
  /** Since when every delivery has failed. */
  firstFailedAt: z.nullable(dateSchema),
  createdAt: dateSchema,
})
export type Webhook = z.output<typeof webhookSchema>

/** The secret with which messages are signed (`whsec_…`). No other response contains it. */
const secretSchema = z.object({ secret: z.string() })

const deliverySchema = z.object({
  id: z.int(),
  /** The `webhook-id` of the message. */
  messageId: z.string(),
  kind: z.string(),
  postId: z.nullable(z.int()),
  /** `dropped` if it was not sent, because what it is about is no longer public. */
  state: z.enum(['pending', 'delivered', 'failed', 'dropped']),
  attempts: z.int(),
  /** The HTTP status of the last response; null if there was none. */
  status: z.nullable(z.int()),
  /** Why there was no response, such as `ECONNREFUSED`, `timeout` or `private-address`. */
  error: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  createdAt: dateSchema,
  attemptedAt: z.nullable(dateSchema),
  /** When it is tried next; null unless it is pending. */
  nextAttemptAt: z.nullable(dateSchema),
})
export type WebhookDelivery = z.output<typeof deliverySchema>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List your webhooks, and for admins those of topics',
  tag,
  access: 'completed-profile',
  scope: 'private',
  reply: z.object({
    /** False if an operator has switched webhooks off: none is sent or created. */
    isEnabled: z.boolean(),
    webhooks: z.array(webhookSchema),
  }),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  summary:
    'Create a webhook for your own posts or, as an admin, for a topic (`topicId`). Only this response contains its secret',
  tag,
  access: 'active',
  scope: null,
  rateLimit: limit,
  errors: ['not-allowed', 'too-many-webhooks', 'webhooks-disabled'],
  body: z.extend(webhookFormSchema, { topicId: z.optional(idSchema) }),
  reply: z.extend(webhookSchema, secretSchema.shape),
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary: 'Change a webhook, pause it, or switch it on again',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: limit,
  errors: ['webhook-not-found'],
  params,
  body: z.extend(z.partial(webhookFormSchema), { isPaused: z.optional(z.boolean()) }),
  reply: webhookSchema,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete a webhook and its log',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: limit,
  errors: ['webhook-not-found'],
  params,
  reply: z.object({}),
})

export const replaceWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  summary: 'Replace the secret of a webhook. For a day, messages are signed with both',
  tag,
  access: 'active',
  scope: null,
  rateLimit: limit,
  errors: ['webhook-not-found'],
  params,
  reply: secretSchema,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a message of the kind `webhook.test`',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: limit,
  errors: ['webhook-not-found', 'webhook-not-active', 'webhooks-disabled'],
  params,
  reply: deliverySchema,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'List the messages of a webhook, newest first',
  tag,
  access: 'completed-profile',
  scope: 'private',
  errors: ['webhook-not-found'],
  params,
  query: z.object({ after: z.optional(idSchema) }),
  reply: z.array(deliverySchema),
  next: (deliveries: WebhookDelivery[]) =>
    nextAfter<WebhookDelivery>(({ id }) => String(id))(deliveries, { limit: DELIVERIES_PER_PAGE }),
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  summary: 'Send a message again, with the same `webhook-id`',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: limit,
  errors: ['webhook-not-found', 'delivery-not-found', 'webhook-not-active', 'webhooks-disabled'],
  params: z.object({ id: idSchema, deliveryId: idSchema }),
  reply: deliverySchema,
})

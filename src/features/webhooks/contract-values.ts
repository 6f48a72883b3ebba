/** What a webhook of a member can be told about: their own public posts, and what others do with them. */
export const webhookKinds = [
  'post.published',
  'post.updated',
  'post.removed',
  'comment.created',
  'suggested_edit.created',
  'result.reported',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** What a webhook of a topic can be told about. */
export const topicWebhookKinds = ['post.published', 'post.updated', 'post.removed'] as const

/** The kind of the message that tests a webhook. */
export const TEST_KIND = 'webhook.test'

/** The number of webhooks of a member, and of a topic. */
export const MAX_WEBHOOKS = 10
export const MAX_WEBHOOK_URL_LENGTH = 500

/** Deliveries are deleted after so many days, and if there are newer ones. */
export const LOG_DAYS = 30
export const MAX_LOGGED_DELIVERIES = 1_000
export const DELIVERIES_PER_PAGE = 20

/** A webhook that fails for so long is switched off. */
export const MAX_FAILING_DAYS = 3

import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { encryptSecret } from '#features/identity/server/second-factors/encrypt-secret.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { lockTopic } from '#features/topics/server/topics-query.ts'
import type { Webhook } from '#features/webhooks/contract.ts'
import { webhookMessages } from '#features/webhooks/contract-messages.ts'
import { MAX_WEBHOOKS, topicWebhookKinds, type WebhookKind } from '#features/webhooks/contract-values.ts'
import { getSecretContext } from '#features/webhooks/server/send-delivery.ts'
import { createWebhookSecret } from '#features/webhooks/server/sign-message.ts'
import * as store from '#features/webhooks/server/store.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { findUrlProblem } from '#server/http/post-to-public-url.ts'

type Resources = { sql: Sql; config: Pick<Config, 'webhooks'> }
type NewWebhook = { url: string; kinds: readonly WebhookKind[]; topicId?: number | undefined }

/**
 * Creates a webhook for the member's own posts or, if they are an admin, for a topic. Throws 400 for an address that the
 * site does not call, 403 for a topic's if the member is no admin, and 409 if there are too many.
 */
export const createWebhook = async (
  { sql, config }: Resources,
  member: Member,
  { url, kinds, topicId }: NewWebhook,
): Promise<Webhook & { secret: string }> => {
  if (!config.webhooks.isEnabled) throw new HttpError('webhooks-disabled')
  const address = toReceiverUrl(config, url)
  if (topicId !== undefined && !member.isAdmin) throw new HttpError('not-allowed')
  const owner: store.WebhookOwner =
    topicId === undefined ? { userId: member.id, topicId: null } : { userId: null, topicId }
  requireKinds(owner, kinds)
  const secret = createWebhookSecret()
  const webhook = await sql.begin(async (tx) => {
    await lockOwner(tx, owner)
    if ((await store.countWebhooks(tx, owner)) >= MAX_WEBHOOKS) throw new HttpError('too-many-webhooks')
    const encrypted = await encryptSecret(tx, getSecretContext(owner), secret)
    const webhook = await store.insertWebhook(tx, { ...owner, url: address, kinds, secret: encrypted })
    await recordChange(tx, member, { action: 'create-webhook', after: webhook })
    return webhook
  })
  return { ...webhook, secret }
}

type Changes = {
  url?: string | undefined
  kinds?: readonly WebhookKind[] | undefined
  isPaused?: boolean | undefined
}

/** Changes a webhook. One that was switched off is on again if `isPaused` is false. */
export const changeWebhook = async (
  { sql, config }: Resources,
  member: Member,
  id: number,
  { isPaused, ...changes }: Changes,
): Promise<Webhook> => {
  const url = changes.url === undefined ? undefined : toReceiverUrl(config, changes.url)
  return sql.begin(async (tx) => {
    const webhook = await requireWebhook(tx, member, id)
    if (changes.kinds) requireKinds(webhook.owner, changes.kinds)
    const state = isPaused === undefined ? webhook.state : isPaused ? 'paused' : 'active'
    const changed = await store.updateWebhook(tx, id, {
      ...changes,
      ...(url !== undefined && { url }),
      state,
    })
    await recordChange(tx, member, { action: 'change-webhook', before: webhook, after: changed })
    return changed
  })
}

export const deleteWebhook = (sql: Sql, member: Member, id: number): Promise<void> =>
  sql.begin(async (tx) => {
    const webhook = await requireWebhook(tx, member, id)
    await store.deleteWebhookRow(tx, id)
    await recordChange(tx, member, { action: 'delete-webhook', before: webhook })
  })

/** Replaces the secret of a webhook, and returns the new one. */
export const replaceWebhookSecret = (sql: Sql, member: Member, id: number): Promise<string> =>
  sql.begin(async (tx) => {
    const { owner, ...webhook } = await requireWebhook(tx, member, id)
    const secret = createWebhookSecret()
    await store.updateSecret(tx, id, await encryptSecret(tx, getSecretContext(owner), secret))
    await recordChange(tx, member, { action: 'change-webhook', before: webhook, isSecretReplaced: true })
    return secret
  })

/** Returns an address as it is stored: in the one form in which all addresses of a host name it alike. */
const toReceiverUrl = ({ webhooks }: Pick<Config, 'webhooks'>, url: string): string => {
  const problem = findUrlProblem(url, { allowsPrivate: webhooks.allowsPrivateAddresses })
  if (problem) throw createInvalidFieldError('url', webhookMessages.urlProblems[problem])
  return new URL(url).href
}

const requireKinds = ({ topicId }: store.WebhookOwner, kinds: readonly WebhookKind[]): void => {
  const allowed: readonly WebhookKind[] = topicWebhookKinds
  if (topicId !== null && !kinds.every((kind) => allowed.includes(kind)))
    throw createInvalidFieldError('kinds', webhookMessages.topicKinds)
}

/** Locks the owner, under which its webhooks are counted. */
const lockOwner = async (tx: AnySql, { userId, topicId }: store.WebhookOwner): Promise<void> => {
  if (userId !== null) return void (await lockUserRow(tx, userId))
  if (!(await lockTopic(tx, topicId))) throw createInvalidFieldError('topicId', webhookMessages.topicNotFound)
}

const requireWebhook = async (tx: AnySql, member: Member, id: number) => {
  const webhook = await store.lockWebhook(tx, member, id)
  if (!webhook) throw new HttpError('webhook-not-found')
  return webhook
}

const getFields = ({ url, kinds, state }: Webhook) => ({
  address: url,
  listOfMessages: kinds.join(', '),
  state,
})

type Change = {
  action: 'create-webhook' | 'change-webhook' | 'delete-webhook'
  before?: Webhook
  after?: Webhook
  isSecretReplaced?: boolean
}

/** Records what an admin does with a topic's webhook. Members' webhooks are their own affair. */
const recordChange = async (
  tx: AnySql,
  member: Member,
  { action, before, after, isSecretReplaced }: Change,
): Promise<void> => {
  const topic = (after ?? before)?.topic
  if (!topic) return
  await recordAuditEvent(
    tx,
    { ...member, reason: '' },
    {
      action,
      target: topic,
      ...(before && !isSecretReplaced && { before: getFields(before) }),
      ...(after && { after: getFields(after) }),
      ...(isSecretReplaced && { after: { secret: 'replaced' } }),
    },
  )
}

import type { Member } from '#core/viewer.ts'
import { topicNameById } from '#features/topics/server/topics-query.ts'
import { buildColumnAssignments } from '#server/database/columns.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { Webhook } from '../contract.ts'
import type { WebhookKind } from '../contract-values.ts'

/** To whom a webhook belongs: a member, or the site on behalf of a topic. */
export type WebhookOwner = { userId: number; topicId: null } | { userId: null; topicId: number }

type WebhookRow = Omit<Webhook, 'topic'> & { topicId: number | null; topicName: string | null }

const columns = (sql: AnySql): SqlFragment => sql`
  id, url, kinds, state, first_failed_at, created_at, topic_id, ${topicNameById(sql, sql`topic_id`)} as topic_name`

const toWebhook = ({ topicId, topicName, ...webhook }: WebhookRow): Webhook => ({
  ...webhook,
  topic: topicId === null ? null : { id: topicId, name: topicName ?? '' },
})

/** An SQL condition that the member may see and change a webhook: their own, and for admins those of topics. */
export const isManagedBy = (sql: AnySql, { id, isAdmin }: Member): SqlFragment =>
  isAdmin ? sql`(user_id = ${id} or topic_id is not null)` : sql`user_id = ${id}`

export const selectWebhooks = async (sql: AnySql, member: Member): Promise<Webhook[]> => {
  const rows = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where ${isManagedBy(sql, member)} order by id desc`
  return rows.map(toWebhook)
}

export const selectHasWebhook = async (sql: AnySql, member: Member, id: number): Promise<boolean> =>
  (await sql`select from webhooks where id = ${id} and ${isManagedBy(sql, member)}`).length > 0

export const countWebhooks = async (sql: AnySql, { userId, topicId }: WebhookOwner): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from webhooks
    where ${userId === null ? sql`topic_id = ${topicId}` : sql`user_id = ${userId}`}`
  return row?.count ?? 0
}

type NewWebhook = WebhookOwner & { url: string; kinds: readonly WebhookKind[]; secret: Buffer }

export const insertWebhook = async (
  sql: AnySql,
  { userId, topicId, url, kinds, secret }: NewWebhook,
): Promise<Webhook> => {
  const [row] = await sql<WebhookRow[]>`
    insert into webhooks (user_id, topic_id, url, kinds, secret)
    values (${userId}, ${topicId}, ${url}, ${[...kinds]}::text[], ${secret}) returning ${columns(sql)}`
  if (!row) throw new Error('No webhook was inserted')
  return toWebhook(row)
}

/** Locks a webhook that the member may change. Returns null if there is none. */
export const lockWebhook = async (
  sql: AnySql,
  member: Member,
  id: number,
): Promise<(Webhook & { owner: WebhookOwner }) | null> => {
  const [row] = await sql<(WebhookRow & { userId: number | null })[]>`
    select ${columns(sql)}, user_id from webhooks where id = ${id} and ${isManagedBy(sql, member)} for update`
  if (!row) return null
  const { userId, ...webhook } = row
  return { ...toWebhook(webhook), owner: { userId, topicId: webhook.topicId } as WebhookOwner }
}

type WebhookChanges = { url?: string | undefined; kinds?: readonly WebhookKind[] | undefined }

export const updateWebhook = async (
  sql: AnySql,
  id: number,
  { url, kinds, state }: WebhookChanges & { state: Webhook['state'] },
): Promise<Webhook> => {
  const [row] = await sql<WebhookRow[]>`
    update webhooks set ${buildColumnAssignments(sql, { url, kinds: kinds && [...kinds] })}, state = ${state},
      first_failed_at = case when ${state} = 'active' and state <> 'active' then null else first_failed_at end
    where id = ${id} returning ${columns(sql)}`
  if (!row) throw new Error('No webhook was updated')
  return toWebhook(row)
}

export const deleteWebhookRow = (sql: AnySql, id: number) => sql`delete from webhooks where id = ${id}`

/** Replaces the secret. The previous one stays valid for a day. */
export const updateSecret = (sql: AnySql, id: number, secret: Buffer) => sql`
  update webhooks set secret = ${secret}, previous_secret = secret, previous_secret_until = now() + interval '1 day'
  where id = ${id}`

export const webhookExport = defineExportSection(
  'webhooks',
  (sql, user, after) =>
    sql`select id, url, kinds, state, created_at from webhooks where user_id = ${user} and id > ${after}`,
)

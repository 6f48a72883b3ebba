import type { timeSorts } from '#core/query-schemas.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'
import { containsText } from '#server/database/contains-text.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { AdminAction, AuditEvent } from '../contract-audit.ts'

/**
 * The values recorded with an event. Keys must not end in `At`, because the browser would parse its value as
 * a date.
 */
export type AuditedFields = Record<string, string | number | boolean | null> & { [key: `${string}At`]: never }

type NewAuditEvent = {
  action: AdminAction
  target: { id: number | null; name: string }
  before?: AuditedFields
  after?: AuditedFields
}

/** The acting admin and the reason for the action, which is empty if none was given. */
export type Actor = Member & { reason: string }

/** Records an admin's action in the audit log, within the action's own transaction. */
export const recordAuditEvent = (
  sql: AnySql,
  actor: Actor,
  { action, target, before, after }: NewAuditEvent,
) => sql`
  insert into audit_events (admin_id, admin_name, action, target_id, target_name, reason, before, after)
  values (${actor.id}, ${actor.username}, ${action}, ${target.id}, ${target.name}, ${actor.reason},
    ${toJson(before)}::text::jsonb, ${toJson(after)}::text::jsonb)`

const toJson = (fields: AuditedFields | undefined): string | null => (fields ? JSON.stringify(fields) : null)

type ListOptions = {
  viewerId: number
  q: string
  sort: (typeof timeSorts)[number]
  action?: AdminAction | undefined
  limit: number
  offset: number
}

export const selectAuditEvents = (
  sql: AnySql,
  { viewerId, q, sort, action, limit, offset }: ListOptions,
) => sql<AuditEvent[]>`
  select id, admin_name as admin, action, target_id, target_name as target, reason, before, after, created_at,
    reason_added_at, admin_id is not distinct from ${viewerId} as is_own
  from audit_events
  where true ${action ? sql`and action = ${action}` : sql``}
    ${q ? sql`and ${containsWords(sql, q)}` : sql``}
  order by id ${sort === 'oldest' ? sql`` : sql`desc`} limit ${limit} offset ${offset}`

const containsWords = (sql: AnySql, q: string) =>
  containsText(sql, sql`admin_name || E'\\n' || target_name || E'\\n' || reason`, q)

export const countAuditEvents = (sql: AnySql, q: string) =>
  countRows(sql, sql`select from audit_events ${q ? sql`where ${containsWords(sql, q)}` : sql``}`)

type LockedEvent = { adminId: number | null; reason: string }

/** Locks an event until the transaction ends and returns it. Returns null if it does not exist. */
export const lockAuditEvent = async (sql: AnySql, id: number): Promise<LockedEvent | null> => {
  const [row] = await sql<
    LockedEvent[]
  >`select admin_id, reason from audit_events where id = ${id} for update`
  return row ?? null
}

export const updateAuditReason = (sql: AnySql, id: number, reason: string) =>
  sql`update audit_events set reason = ${reason}, reason_added_at = now() where id = ${id}`

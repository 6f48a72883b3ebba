import type { Member } from '#core/viewer.ts'
import type { AdminAction } from '#features/audit/contract.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

type Fields = Record<string, string | number | boolean | null>

type NewAuditEvent = {
  action: AdminAction
  target: { id: number; name: string }
  before?: Fields
  after?: Fields
}

/** An acting admin with the reason for the action; empty if none is given. */
export type Acting = Member & { reason: string }

/** Records an admin's action in the audit log, in the transaction of the action. */
export const recordAct = (
  sql: AnySql,
  actor: Acting,
  { action, target, before, after }: NewAuditEvent,
) => sql`
  insert into admin_acts (admin_id, admin_name, action, target_id, target_name, reason, before, after)
  values (${actor.id}, ${actor.username}, ${action}, ${target.id}, ${target.name}, ${actor.reason},
    ${toJson(before)}::text::jsonb, ${toJson(after)}::text::jsonb)`

const toJson = (fields: Fields | undefined): string | null => (fields ? JSON.stringify(fields) : null)

type Row = {
  id: number
  admin: string
  action: AdminAction
  targetId: number | null
  target: string
  reason: string
  before: Fields | null
  after: Fields | null
  createdAt: Date
  reasonAddedAt: Date | null
  isOwn: boolean
}

type ListOptions = {
  viewerId: number
  q: string
  action?: AdminAction | undefined
  limit: number
  offset: number
}

export const listActs = (sql: AnySql, { viewerId, q, action, limit, offset }: ListOptions) => sql<Row[]>`
  select id, admin_name as admin, action, target_id, target_name as target, reason, before, after, created_at,
    reason_added_at, admin_id is not distinct from ${viewerId} as is_own
  from admin_acts
  where true ${action ? sql`and action = ${action}` : sql``}
    ${q ? sql`and ${holds(sql, sql`admin_name || E'\\n' || target_name || E'\\n' || reason`, q)}` : sql``}
  order by id desc limit ${limit} offset ${offset}`

type LockedEvent = { adminId: number | null; reason: string }

/** Locks the event until the transaction ends; null if it does not exist. */
export const holdAct = async (sql: AnySql, id: number): Promise<LockedEvent | null> => {
  const [row] = await sql<LockedEvent[]>`select admin_id, reason from admin_acts where id = ${id} for update`
  return row ?? null
}

export const setReason = (sql: AnySql, id: number, reason: string) =>
  sql`update admin_acts set reason = ${reason}, reason_added_at = now() where id = ${id}`

/** A condition that the column contains the text, ignoring case. LIKE wildcards in the text are escaped. */
export const holds = (sql: AnySql, column: Fragment, q: string): Fragment =>
  sql`lower(${column}) like ${likePattern(q)}`

/** The same for a column that is already in lower case. */
export const hasWords = (sql: AnySql, column: Fragment, q: string): Fragment =>
  sql`${column} like ${likePattern(q)}`

const likePattern = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

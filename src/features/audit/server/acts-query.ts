import type { Member } from '#core/viewer.ts'
import type { AdminAction } from '#features/audit/contract.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

type Fields = Record<string, string | number | boolean | null>

type Act = {
  action: AdminAction
  target: { id: number; name: string }
  before?: Fields
  after?: Fields
}

/** An admin at work, and why; empty where they have not said it. */
export type Acting = Member & { reason: string }

/** Writes down what an admin does, in the transaction that does it. */
export const recordAct = (sql: AnySql, by: Acting, { action, target, before, after }: Act) => sql`
  insert into admin_acts (admin_id, admin_name, action, target_id, target_name, reason, before, after)
  values (${by.id}, ${by.username}, ${action}, ${target.id}, ${target.name}, ${by.reason},
    ${written(before)}::text::jsonb, ${written(after)}::text::jsonb)`

const written = (fields: Fields | undefined): string | null => (fields ? JSON.stringify(fields) : null)

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

type Wanted = { viewerId: number; q: string; action?: AdminAction | undefined; limit: number; offset: number }

export const listActs = (sql: AnySql, { viewerId, q, action, limit, offset }: Wanted) => sql<Row[]>`
  select id, admin_name as admin, action, target_id, target_name as target, reason, before, after, created_at,
    reason_added_at, admin_id is not distinct from ${viewerId} as is_own
  from admin_acts
  where true ${action ? sql`and action = ${action}` : sql``}
    ${q ? sql`and ${holds(sql, sql`admin_name || E'\\n' || target_name || E'\\n' || reason`, q)}` : sql``}
  order by id desc limit ${limit} offset ${offset}`

type Said = { adminId: number | null; reason: string }

/** Held until the transaction ends; null where there is no such act. */
export const holdAct = async (sql: AnySql, id: number): Promise<Said | null> => {
  const [row] = await sql<Said[]>`select admin_id, reason from admin_acts where id = ${id} for update`
  return row ?? null
}

export const setReason = (sql: AnySql, id: number, reason: string) =>
  sql`update admin_acts set reason = ${reason}, reason_added_at = now() where id = ${id}`

/** Whether a text holds these letters, in any case; what the search reads as a pattern is read as itself. */
export const holds = (sql: AnySql, column: Fragment, q: string): Fragment =>
  sql`lower(${column}) like ${pattern(q)}`

/** As `holds`, where the column is in lower case already. */
export const hasWords = (sql: AnySql, column: Fragment, q: string): Fragment =>
  sql`${column} like ${pattern(q)}`

const pattern = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

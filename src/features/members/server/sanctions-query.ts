import type { AnySql } from '#server/database/connect.ts'

/** Mutes or suspends a user until a time, or without an end, or ends that; `endsAt` of a sanction that ends is null. */
export const updateSanction = (
  sql: AnySql,
  id: number,
  sanction: 'mute' | 'suspend',
  { isOn, endsAt }: { isOn: boolean; endsAt: Date | null },
) =>
  sanction === 'mute'
    ? sql`update users set is_muted = ${isOn}, muted_until = ${endsAt} where id = ${id}`
    : sql`update users set is_suspended = ${isOn}, suspended_until = ${endsAt} where id = ${id}`

/** Whether a member was suspended, and until when, as a decision keeps it to be undone. */
export type Suspension = { id: number; isOn: boolean; endsAt: string | null }

/** Suspends locked users without an end. Returns how each of them was before. */
export const suspendUsers = async (sql: AnySql, ids: readonly number[]): Promise<Suspension[]> => {
  const rows = await sql<{ id: number; isOn: boolean; endsAt: Date | null }[]>`
    with suspended as (
      update users set is_suspended = true, suspended_until = null where id = any(${[...ids]}::integer[]))
    select id, is_suspended as is_on, suspended_until as ends_at from users where id = any(${[...ids]}::integer[]) order by id`
  return rows.map(({ endsAt, ...row }) => ({ ...row, endsAt: endsAt?.toISOString() ?? null }))
}

/** Makes locked users as they were before they were suspended. */
export const restoreSuspensions = (sql: AnySql, suspensions: readonly Suspension[]) => sql`
  update users u set is_suspended = s."isOn", suspended_until = s."endsAt"
  from jsonb_to_recordset(${JSON.stringify(suspensions)}::text::jsonb) as s (id integer, "isOn" boolean, "endsAt" timestamptz)
  where u.id = s.id`

/** Returns whether a locked user is muted or suspended, and until when. */
export const selectSanction = async (
  sql: AnySql,
  id: number,
  sanction: 'mute' | 'suspend',
): Promise<{ isOn: boolean; endsAt: Date | null } | null> => {
  const [row] = await sql<{ isOn: boolean; endsAt: Date | null }[]>`
    select ${sanction === 'mute' ? sql`is_muted as is_on, muted_until as ends_at` : sql`is_suspended as is_on, suspended_until as ends_at`}
    from users where id = ${id}`
  return row ?? null
}

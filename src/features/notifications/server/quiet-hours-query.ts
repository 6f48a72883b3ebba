import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { QuietHours } from '../contract-quiet.ts'
import type { Clock } from './time-zones.ts'

export const selectQuietHours = async (sql: AnySql, userId: number): Promise<QuietHours | null> => {
  const [row] = await sql<QuietHours[]>`
    select from_minute, to_minute, time_zone from quiet_hours where user_id = ${userId}`
  return row ?? null
}

export const upsertQuietHours = (
  sql: AnySql,
  userId: number,
  { fromMinute, toMinute, timeZone }: QuietHours,
) => sql`
  insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
  values (${userId}, ${fromMinute}, ${toMinute}, ${timeZone})
  on conflict (user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute,
    time_zone = excluded.time_zone`

export const deleteQuietHours = (sql: AnySql, userId: number) =>
  sql`delete from quiet_hours where user_id = ${userId}`

/**
 * Returns an SQL condition that it is quiet for a member now. `userId` is an SQL expression. `clocks` are those of all time zones
 * of members in question; it is not quiet for members whose time zone is missing.
 */
export const isQuietFor = (sql: AnySql, userId: SqlFragment, clocks: readonly Clock[]): SqlFragment => sql`
  exists (
    select from quiet_hours q
    join unnest(${clocks.map(({ timeZone }) => timeZone)}::text[], ${clocks.map(({ minute }) => minute)}::integer[])
      as clock(time_zone, minute) on clock.time_zone = q.time_zone
    where q.user_id = ${userId} and case when q.from_minute < q.to_minute
      then clock.minute >= q.from_minute and clock.minute < q.to_minute
      else clock.minute >= q.from_minute or clock.minute < q.to_minute end)`

export const quietHoursExport = defineExportSection(
  'quietHours',
  (sql, user, after) => sql`
    select id, from_minute, to_minute, time_zone from quiet_hours where user_id = ${user} and id > ${after}`,
)

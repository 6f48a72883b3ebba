import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { DigestFrequency } from '../contract-values.ts'
import { isQuietFor } from './quiet-hours-query.ts'
import type { Clock } from './time-zones.ts'

/**
 * Returns an SQL interval: one week for the weekly frequency, otherwise one day. `frequency` is an SQL
 * expression.
 */
const period = (sql: AnySql, frequency: SqlFragment): SqlFragment =>
  sql`(case ${frequency} when 'weekly' then interval '7 days' else interval '1 day' end)`

export const selectDigestFrequency = async (sql: AnySql, userId: number): Promise<DigestFrequency> => {
  const [row] = await sql<{ frequency: DigestFrequency }[]>`
    select frequency from notification_digests where user_id = ${userId}`
  return row?.frequency ?? 'never'
}

/**
 * Stores how often the member receives digests. The first one is sent a day or a week later. Choosing the current
 * frequency again changes nothing.
 */
export const upsertDigestFrequency = (
  sql: Sql,
  userId: number,
  frequency: Exclude<DigestFrequency, 'never'>,
) => sql`
  insert into notification_digests as d (user_id, frequency, next_at)
  values (${userId}, ${frequency}, now() + ${period(sql, sql`${frequency}::text`)})
  on conflict (user_id) do update set frequency = excluded.frequency, next_at = excluded.next_at
    where d.frequency <> excluded.frequency`

export const deleteDigest = (sql: AnySql, userId: number) =>
  sql`delete from notification_digests where user_id = ${userId}`

/** Selects the time zones of members with quiet hours whose digests are due. */
export const selectDueTimeZones = async (sql: AnySql): Promise<string[]> =>
  (
    await sql<{ timeZone: string }[]>`
      select distinct q.time_zone from notification_digests d join quiet_hours q on q.user_id = d.user_id
      where d.next_at <= now()`
  ).map(({ timeZone }) => timeZone)

/** Selects digests that are due. One that falls into the member's quiet hours waits until they end. */
export const selectDueDigestIds = async (
  sql: AnySql,
  clocks: readonly Clock[],
  limit: number,
): Promise<number[]> =>
  (
    await sql<{ id: number }[]>`
      select id from notification_digests d where next_at <= now() and not ${isQuietFor(sql, sql`d.user_id`, clocks)}
      order by next_at limit ${limit}`
  ).map(({ id }) => id)

/**
 * A digest that this process has claimed, so no other process sends it. It contains the unread notifications
 * created after `from`, up to and including `until`.
 */
export type ClaimedDigest = { id: number; userId: number; from: Date; until: Date; nextAt: Date }

/**
 * Claims a due digest by marking it as sent before sending it, so that no crash or retry sends it twice.
 * Returns null if the digest is no longer due or another process has claimed it. The digest's period ends one
 * minute before now, because a transaction that began earlier may still commit a notification with an earlier
 * time.
 */
export const claimDigest = async (
  sql: AnySql,
  id: number,
  clocks: readonly Clock[],
): Promise<ClaimedDigest | null> => {
  const [row] = await sql<ClaimedDigest[]>`
    with due as (
      select * from notification_digests d
      where id = ${id} and next_at <= now() and not ${isQuietFor(sql, sql`d.user_id`, clocks)} for update skip locked)
    update notification_digests d set
      covered_until = greatest(due.covered_until, now() - interval '1 minute'),
      next_at = case when due.next_at + ${period(sql, sql`due.frequency`)} > now()
        then due.next_at + ${period(sql, sql`due.frequency`)} else now() + ${period(sql, sql`due.frequency`)} end
    from due where d.id = due.id
    returning d.id, d.user_id, due.covered_until as "from", d.covered_until as until, d.next_at`
  return row ?? null
}

/**
 * Reschedules a digest for 15 minutes from now, unless the member has changed the frequency in the meantime.
 * Call this only if the digest has definitely not been sent.
 */
export const releaseDigest = (sql: AnySql, { id, from, until, nextAt }: ClaimedDigest) => sql`
  update notification_digests set covered_until = ${from}, next_at = now() + interval '15 minutes'
  where id = ${id} and next_at = ${nextAt} and covered_until = ${until}`

/**
 * Returns an SQL condition that restricts notifications `n` to those in the digest, without the types that the member
 * has switched off.
 */
export const isInDigest = (
  sql: AnySql,
  { from, until }: Pick<ClaimedDigest, 'from' | 'until'>,
  disabledTypes: readonly string[],
): SqlFragment => sql`not n.is_read and n.created_at > ${from} and n.created_at <= ${until}
  and n.type <> all(${[...disabledTypes]}::text[])`

export const digestExport = defineExportSection(
  'notificationDigests',
  (sql, user, after) => sql`
    select id, frequency, covered_until, next_at from notification_digests where user_id = ${user} and id > ${after}`,
)

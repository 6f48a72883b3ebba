import type { AnySql } from '../database/connect.ts'

type WindowCount = { taken: number; secondsLeft: number }

/** Caps the counter far above every limit and within the range of a PostgreSQL integer. */
const MAX_COUNT = 1_000_000_000

/**
 * Adds to the current window's counter; a window begins with its first use. Uses a single statement so that
 * concurrent requests cannot overwrite each other's counts.
 */
export const upsertRateLimit = async (
  sql: AnySql,
  key: Buffer,
  seconds: number,
  amount: number,
): Promise<WindowCount> => {
  const [row] = await sql<WindowCount[]>`
    insert into rate_limits as l (key, taken, ends_at) values (${key}, ${amount}, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set
      taken = case when l.ends_at <= now() then excluded.taken else least(l.taken + excluded.taken, ${MAX_COUNT}) end,
      ends_at = case when l.ends_at <= now() then excluded.ends_at else l.ends_at end
    returning taken, least(${seconds}, ceil(extract(epoch from ends_at - now()))::integer) as seconds_left`
  return row ?? { taken: amount, secondsLeft: seconds }
}

export const deleteRateLimit = (sql: AnySql, key: Buffer) => sql`delete from rate_limits where key = ${key}`

export const deleteExpiredRateLimits = (sql: AnySql, max: number) => sql`
  delete from rate_limits where ctid = any(array(select ctid from rate_limits where ends_at < now() limit ${max}))`

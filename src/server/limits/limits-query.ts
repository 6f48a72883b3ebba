import type { AnySql } from '#server/database/connect.ts'

type Taken = { taken: number; secondsLeft: number }

/** Counts one more in the running window, which begins with its first; one statement, so that none is lost. */
export const takeOne = async (sql: AnySql, key: Buffer, seconds: number): Promise<Taken> => {
  const [row] = await sql<Taken[]>`
    insert into rate_limits as l (key, taken, ends_at) values (${key}, 1, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set
      taken = case when l.ends_at <= now() then 1 else least(l.taken + 1, 1000000) end,
      ends_at = case when l.ends_at <= now() then excluded.ends_at else l.ends_at end
    returning taken, ceil(extract(epoch from ends_at - now()))::integer as seconds_left`
  return row ?? { taken: 1, secondsLeft: seconds }
}

export const deleteEndedLimits = (sql: AnySql) => sql`delete from rate_limits where ends_at < now()`

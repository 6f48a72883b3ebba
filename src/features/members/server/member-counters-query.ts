import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * Adds totals (see `sumContributions`) to the members' figures. Members whose figures do not change are not
 * updated. The fragment can be used as a statement or as part of a larger one.
 */
export const addToMemberCounters = (sql: AnySql, totals: SqlFragment): SqlFragment => sql`
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (${totals}) t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)`

/**
 * Returns an SQL update that counts a reveal for a member if `added` has a row. Days, weeks (from Monday) and months
 * are in UTC. The fragment is part of a larger statement.
 */
export const incrementRevealCounts = (sql: AnySql, memberId: number, added: SqlFragment): SqlFragment => sql`
  update users set
    daily_reveals = 1 + case when reveals_counted_on = day then daily_reveals else 0 end,
    weekly_reveals = 1 + case
      when date_trunc('week', reveals_counted_on) = date_trunc('week', day) then weekly_reveals else 0 end,
    monthly_reveals = 1 + case
      when date_trunc('month', reveals_counted_on) = date_trunc('month', day) then monthly_reveals else 0 end,
    all_time_reveals = all_time_reveals + 1,
    reveals_counted_on = day
  from (select (now() at time zone 'utc')::date as day) today
  where users.id = ${memberId} and exists (select from ${added})`

/**
 * Adds `increment`, from the single row of `total`, to a member's number of optimizations and returns the sum
 * as `optimized`. Returns no row if there is nothing to add. The fragment is part of a larger statement.
 */
export const incrementOptimizationCount = (
  sql: AnySql,
  memberId: number,
  total: SqlFragment,
): SqlFragment => sql`
  update users set optimized = optimized + increment from ${total}
  where users.id = ${memberId} and increment > 0
  returning optimized`

export const selectOptimizedCount = (sql: AnySql, memberId: number): SqlFragment =>
  sql`select optimized from users where id = ${memberId}`

/** Locks members in id order, as every transaction that changes several members does. */
export const lockMemberRows = (sql: AnySql, ids: readonly number[]) =>
  sql`select 1 from users where id = any(${[...ids]}::integer[]) order by id for no key update`

import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { Contributor, PeriodContributor } from '../contract.ts'
import { selectContributions } from './contributions-query.ts'
import { isSuspended } from './standing-query.ts'

type RankedContributor = Contributor & { rank: number | null }

/**
 * The lowest rank that is computed. Counting the members ahead of a member stops at this number, so ranks beyond it are
 * null.
 */
const MAX_RANK = 1_000

/**
 * Returns the leaderboard's order: by engagement, then upvotes, then the earliest sign-up
 * (docs/spec/counting.md#leaderboard).
 */
const order = (sql: AnySql): SqlFragment => sql`total_engagement desc, total_upvotes desc, created_at, id`

export const selectTopContributors = (sql: AnySql, limit: number): Promise<Contributor[]> => sql<
  Contributor[]
>`
  select id, username, avatar, post_count, total_upvotes, total_engagement from users
  where total_engagement > 0 and not ${isSuspended(sql, sql`users`)} order by ${order(sql)}
  limit ${literal(sql, limit)}`

/**
 * Selects a member's counters and rank. Reads only the index entries of the members with a better rank, and the few of them
 * who are suspended.
 */
export const selectRankedContributor = async (sql: AnySql, id: number): Promise<RankedContributor | null> => {
  const isAhead = sql`u.total_engagement > 0 and u.total_engagement >= me.total_engagement
    and (u.total_engagement > me.total_engagement or u.total_upvotes > me.total_upvotes
      or (u.total_upvotes = me.total_upvotes and (u.created_at, u.id) < (me.created_at, me.id)))`
  const [row] = await sql<RankedContributor[]>`
    select me.id, me.username, me.avatar, me.post_count, me.total_upvotes, me.total_engagement,
      case when me.total_engagement > 0 and not ${isSuspended(sql, sql`me`)} then nullif((
        select count(*)::integer - few.suspended + 1 from (
          select from users u where ${isAhead} limit few.suspended + ${literal(sql, MAX_RANK)}) as ahead),
        ${literal(sql, MAX_RANK + 1)}) end as rank
    from users me cross join lateral (
      select count(*)::integer as suspended from users u where ${isSuspended(sql, sql`u`)} and ${isAhead}) as few
    where me.id = ${id}`
  return row ?? null
}

type RankedPeriodContributor = PeriodContributor & { rank: number | null }

type Leaderboard = { topUsers: PeriodContributor[]; currentUser: RankedPeriodContributor | null }

/**
 * Selects the leaderboard of the last `days` days, with what the members received in the same time before and in each
 * of `parts` equal parts of the period. The latest part is 0, and the period before begins with `parts`. Sums up only
 * the contributions from these periods, using indexes on time, and ranks the members with engagement. Leaves out who is suspended. Includes the viewer's row, regardless of its rank.
 */
export const selectRecentContributors = async (
  sql: AnySql,
  { days, parts }: { days: number; parts: number },
  limit: number,
  viewerId: number | null,
): Promise<Leaderboard> => {
  const since = (column: SqlFragment) => sql`${column} > now() - make_interval(days => 2 * ${days}::integer)`
  const recent = selectContributions(
    sql,
    {
      posts: sql`not p.is_private and ${since(sql`p.created_at`)}`,
      comments: since(sql`c.created_at`),
      bookmarks: since(sql`b.created_at`),
      postVotes: sql`v.value = 1 and ${since(sql`v.created_at`)}`,
      commentVotes: sql`v.value = 1 and ${since(sql`v.created_at`)}`,
    },
    true,
  )
  const rows = await sql<RankedPeriodContributor[]>`
    with parts as (
      select member_id, sum(post_count) as post_count, sum(total_upvotes) as total_upvotes,
        sum(total_engagement) as total_engagement,
        floor(extract(epoch from now() - contributed_at) / (86400.0 * ${days}::integer / ${parts}::integer))::integer as part
      from (${recent}) contributions where member_id is not null group by member_id, part
    ), totals as (
      select member_id, coalesce(sum(post_count) filter (where part < ${parts}::integer), 0)::integer as post_count,
        coalesce(sum(total_upvotes) filter (where part < ${parts}::integer), 0)::integer as total_upvotes,
        coalesce(sum(total_engagement) filter (where part < ${parts}::integer), 0)::integer as total_engagement,
        coalesce(sum(total_engagement) filter (where part >= ${parts}::integer), 0)::integer as previous_engagement
      from parts group by member_id
    ), ranked as (
      select u.id, t.post_count, t.total_upvotes, t.total_engagement, t.previous_engagement,
        row_number() over (order by t.total_engagement desc, t.total_upvotes desc, u.created_at, u.id)::integer as rank
      from totals t join users u on u.id = t.member_id
      where t.total_engagement > 0 and not ${isSuspended(sql, sql`u`)}
    ), listed as (
      select * from ranked where rank <= ${limit}::integer or id = ${viewerId}::integer
      union all
      select member_id, post_count, total_upvotes, total_engagement, previous_engagement, null from totals
      where member_id = ${viewerId}::integer and member_id not in (select id from ranked)
    ), trends as (
      select l.id, array_agg(coalesce(p.total_engagement, 0)::integer order by each.part desc) as trend
      from listed l cross join generate_series(0, ${parts}::integer - 1) as each(part)
        left join parts p on p.member_id = l.id and p.part = each.part
      group by l.id
    )
    select u.id, u.username, u.avatar, coalesce(l.post_count, 0) as post_count,
      coalesce(l.total_upvotes, 0) as total_upvotes, coalesce(l.total_engagement, 0) as total_engagement, l.rank,
      json_build_object('previousEngagement', coalesce(l.previous_engagement, 0),
        'trend', coalesce(t.trend, array_fill(0, array[${parts}::integer]))) as period
    from users u left join listed l on l.id = u.id left join trends t on t.id = u.id
    where u.id in (select id from listed union all select ${viewerId}::integer)
    order by l.rank nulls last`
  return {
    topUsers: rows
      .filter(({ rank }) => rank !== null && rank <= limit)
      .map(({ rank: _, ...contributor }) => contributor),
    currentUser: rows.find(({ id }) => id === viewerId) ?? null,
  }
}

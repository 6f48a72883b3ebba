import { joinPostTopic } from '#features/posts/server/access-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { containsLowercaseText } from '#server/database/contains-text.ts'
import { countRows, sumOf } from '#server/database/count-rows.ts'
import type { ActivityDay, RevealStat, revealSorts } from '../contract.ts'

const CACHE_MS = 30_000

/** Caches the daily activity for 30 seconds, so that it is not recomputed for every admin request. */
export const createActivityCache = (sql: Sql) => {
  const cache = new Map<number, { cachedAt: number; days: Promise<ActivityDay[]> }>()
  return (days: number): Promise<ActivityDay[]> => {
    const cached = cache.get(days)
    if (cached && Date.now() - cached.cachedAt < CACHE_MS) return cached.days
    const activity = selectDailyActivity(sql, days).then((rows) => [...rows])
    cache.set(days, { cachedAt: Date.now(), days: activity })
    activity.catch(() => cache.delete(days))
    return activity
  }
}

type Page = { q: string; sort: (typeof revealSorts)[number]; limit: number; offset: number }
type StatRow = Omit<RevealStat, 'post'> & Omit<RevealStat['post'], 'topic'> & { topicName: string | null }

/** Lists posts by reveal count. Reads the stored counts instead of counting the reveals. */
export const selectRevealStats = async (
  sql: AnySql,
  { q, sort, limit, offset }: Page,
): Promise<RevealStat[]> => {
  const rows = await sql<StatRow[]>`
    with page as (
      select id, total, row_number() over () as ord from (
        select c.id, c.total from reveal_counts c ${matchingPosts(sql, q)}
        order by ${sort === 'most' ? sql`c.total desc, c.id desc` : sql`c.total, c.id`}
        limit ${limit} offset ${offset}) counts
    )
    select p.id as post_id, p.title, p.description, page.total as total_reveals,
      t.id as topic_id, p.type, p.score, p.seo_slug, p.is_private, p.created_at, t.name as topic_name
    from page join posts p on p.id = page.id and p.user_id is not null ${joinPostTopic(sql)} order by page.ord`
  return rows.map(({ postId, title, description, totalReveals, topicName, ...post }) => ({
    postId,
    title,
    description,
    totalReveals,
    post: { ...post, topic: topicName === null ? null : { name: topicName } },
  }))
}

const matchingPosts = (sql: AnySql, q: string): SqlFragment =>
  q
    ? sql`where c.id in (select t.id from post_titles t where ${containsLowercaseText(sql, sql`t.words`, q)})`
    : sql``

export const countRevealStats = (sql: AnySql, q: string) =>
  countRows(
    sql,
    sql`select c.total from reveal_counts c ${matchingPosts(sql, q)}`,
    sql`${sumOf(sql, sql`total`)} as reveals`,
  )

/**
 * Counts activity per UTC day, with today last. Imported and demo authors (`fake_…`) have not signed up. Reveals are
 * stored as daily totals.
 */
export const selectDailyActivity = (sql: AnySql, days: number) => sql<ActivityDay[]>`
  with days as (
    select generate_series((now() at time zone 'utc')::date - ${days - 1}::integer,
      (now() at time zone 'utc')::date, interval '1 day')::date as day
  ), since as (
    select (min(day)::timestamp at time zone 'utc') as at from days
  )
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(u.total, 0)::integer as sign_ups,
    coalesce(p.total, 0)::integer as posts, coalesce(r.total, 0)::integer as reveals,
    coalesce(o.total, 0)::integer as optimizations
  from days
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from users
    where created_at >= (select at from since) and google_id not like 'fake\\_%' group by 1) u using (day)
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from posts
    where not is_private and created_at >= (select at from since) group by 1) p using (day)
  left join (select day, sum(total) as total from reveal_days group by day) r using (day)
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from prompt_optimization_logs
    where created_at >= (select at from since) group by 1) o using (day)
  order by days.day`

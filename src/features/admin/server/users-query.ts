import type { AnySql, Fragment } from '#server/database/connect.ts'
import { containsLowercaseText } from '#server/database/contains-text.ts'
import type { UserRow, userSorts } from '../contract.ts'

type Page = { q?: string; sort: (typeof userSorts)[number]; limit: number; offset: number }

/**
 * Lists a page of users. Selects ids first, so that skipped rows are not read. The sort orders have no
 * indexes, because every vote would have to update them; occasionally sorting a hundred thousand rows is
 * cheaper.
 */
export const listUserRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<
  (Omit<UserRow, 'createdAt'> & { createdAt: Date })[]
>`
  with page as (
    select id, row_number() over () as ord from (
      select id from users
      ${q ? sql`where id in (select s.id from user_search s where ${containsLowercaseText(sql, sql`s.words`, q)})` : sql``}
      order by ${orders(sql)[sort]} limit ${limit} offset ${offset}) ids
  )
  select u.id, u.username, u.email, u.avatar, u.is_admin, u.is_muted, u.profile_completed, u.created_at, u.karma,
    u.post_count, u.private_posts, u.optimized, u.total_upvotes, u.total_engagement, u.all_time_reveals
  from page join users u on u.id = page.id order by page.ord`

const orders = (sql: AnySql): Record<Page['sort'], Fragment> => ({
  newest: sql`id desc`,
  name: sql`lower(username)`,
  posts: sql`post_count desc, id desc`,
  engagement: sql`total_engagement desc, id desc`,
})

type Belongings = { posts: number; comments: number; votes: number; bookmarks: number }

export const selectUserContentCounts = async (sql: AnySql, id: number): Promise<Belongings | null> => {
  const [row] = await sql<Belongings[]>`
    select post_count + private_posts as posts,
      (select count(*)::integer from comments c where c.user_id = u.id) as comments,
      (select count(*)::integer from votes v where v.user_id = u.id) as votes,
      (select count(*)::integer from user_post_bookmarks b where b.user_id = u.id) as bookmarks
    from users u where id = ${id}`
  return row ?? null
}

/** Raises the statement timeout to 60 s: a prolific member has many rows to delete. */
export const extendStatementTimeout = (sql: AnySql) =>
  sql`select set_config('statement_timeout', '60000', true)`

import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { containsLowercaseText } from '#server/database/contains-text.ts'
import { countRows, sumOf } from '#server/database/count-rows.ts'
import type { UserRow, userSortOptions } from '../contract.ts'
import { standingColumns } from './standing-query.ts'

type Page = { q?: string; sort: (typeof userSortOptions)[number]; limit: number; offset: number }

/**
 * Lists a page of users. Selects ids first, so that skipped rows are not read. The sort orders have no
 * indexes, because every vote would have to update them; occasionally sorting a hundred thousand rows is
 * cheaper.
 */
export const selectUserRows = (sql: AnySql, { q, sort, limit, offset }: Page) => sql<UserRow[]>`
  with page as (
    select id, row_number() over () as ord from (
      select id from users ${matchingUsers(sql, q)}
      order by ${orders(sql)[sort]} limit ${limit} offset ${offset}) ids
  )
  select u.id, u.username, u.email, u.avatar, ${standingColumns(sql, sql`u`)}, u.muted_until as mute_ends_at, u.suspended_until as suspension_ends_at, u.profile_completed, u.created_at, u.karma,
    u.post_count, u.private_posts, u.optimized, u.total_upvotes, u.total_engagement, u.all_time_reveals
  from page join users u on u.id = page.id order by page.ord`

const matchingUsers = (sql: AnySql, q: string | undefined): SqlFragment =>
  q
    ? sql`where id in (select s.id from user_search s where ${containsLowercaseText(sql, sql`s.words`, q)})`
    : sql``

const orders = (sql: AnySql): Record<Page['sort'], SqlFragment> => ({
  newest: sql`id desc`,
  oldest: sql`id`,
  name: sql`lower(username)`,
  'name-desc': sql`lower(username) desc`,
  posts: sql`post_count desc, id desc`,
  'posts-asc': sql`post_count, id`,
  upvotes: sql`total_upvotes desc, id desc`,
  'upvotes-asc': sql`total_upvotes, id`,
  engagement: sql`total_engagement desc, id desc`,
  'engagement-asc': sql`total_engagement, id`,
})

export const countUserRows = (sql: AnySql, q: string) =>
  countRows(
    sql,
    sql`select post_count, total_upvotes, total_engagement from users ${matchingUsers(sql, q)}`,
    sql`${sumOf(sql, sql`post_count`)} as posts, ${sumOf(sql, sql`total_upvotes`)} as upvotes,
      ${sumOf(sql, sql`total_engagement`)} as engagement`,
  )

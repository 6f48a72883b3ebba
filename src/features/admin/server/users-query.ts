import type { AnySql } from '#server/database/connect.ts'

type UserContentCounts = { posts: number; comments: number; votes: number; bookmarks: number }

export const selectUserContentCounts = async (sql: AnySql, id: number): Promise<UserContentCounts | null> => {
  const [row] = await sql<UserContentCounts[]>`
    select post_count + private_posts as posts,
      (select count(*)::integer from comments c where c.user_id = u.id) as comments,
      (select count(*)::integer from votes v where v.user_id = u.id) as votes,
      (select count(*)::integer from user_post_bookmarks b where b.user_id = u.id) as bookmarks
    from users u where id = ${id}`
  return row ?? null
}

/** Raises the statement timeout to 60 s, because an action on a member or a topic may change many rows. */
export const extendStatementTimeout = (sql: AnySql) =>
  sql`select set_config('statement_timeout', '60000', true)`

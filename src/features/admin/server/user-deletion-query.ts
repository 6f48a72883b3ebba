import type { AnySql } from '#server/database/connect.ts'

/** Raises the statement timeout to 60 s: a prolific member has many rows to delete. */
export const extendStatementTimeout = (sql: AnySql) =>
  sql`select set_config('statement_timeout', '60000', true)`

/**
 * Locks all rows involved in the deletion: the user's posts and the comments on them, other posts and
 * comments with the user's votes, comments or bookmarks, and every user whose counts change. Locks posts,
 * then comments, then users, each in id order. Uses unions because `or` would make PostgreSQL scan the whole
 * table. Returns false if the user does not exist.
 */
export const lockAffectedRows = async (sql: AnySql, id: number): Promise<boolean> => {
  await sql`
    select 1 from posts where id in (
      select id from posts where user_id = ${id}
      union select post_id from votes where user_id = ${id}
      union select post_id from comments where user_id = ${id}
      union select post_id from user_post_bookmarks where user_id = ${id}
    ) order by id for no key update`
  await sql`
    select 1 from comments where id in (
      select id from comments where user_id = ${id}
      union select c.id from comments c join posts p on p.id = c.post_id where p.user_id = ${id}
      union select comment_id from votes where user_id = ${id}
    ) order by id for no key update`
  const rows = await sql<{ id: number }[]>`
    select id from users where id in (
      select ${id}::integer
      union select p.user_id from votes v join posts p on p.id = v.post_id where v.user_id = ${id}
      union select c.user_id from votes v join comments c on c.id = v.comment_id where v.user_id = ${id}
      union select p.user_id from comments c join posts p on p.id = c.post_id where c.user_id = ${id}
      union select p.user_id from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = ${id}
      union select c.user_id from comments c join posts p on p.id = c.post_id where p.user_id = ${id}
    ) order by id for no key update`
  // From here on, no new row can refer to the rows that will be deleted.
  await sql`select 1 from posts where user_id = ${id} order by id for update`
  await sql`select 1 from users where id = ${id} for update`
  return rows.some((row) => row.id === id)
}

export const listPostIds = async (sql: AnySql, id: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select id from posts where user_id = ${id} order by id`
  return rows.map((row) => row.id)
}

/**
 * Subtracts this user's votes, comments and bookmarks from the counts of the authors who received them.
 * Sorting by id updates the rows in table order, which is 25% faster.
 */
export const subtractFromAuthors = (sql: AnySql, id: number) => sql`
  with parts as (
    select p.user_id as author, sum(v.value) as karma, count(*) filter (where v.value = 1 and not p.is_private) as upvotes,
      0 as engagement
    from votes v join posts p on p.id = v.post_id where v.user_id = ${id} group by p.user_id
    union all
    select c.user_id, sum(v.value), count(*) filter (where v.value = 1), 0
    from votes v join comments c on c.id = v.comment_id where v.user_id = ${id} group by c.user_id
    union all
    select p.user_id, 0, 0, count(*) from comments c join posts p on p.id = c.post_id
    where c.user_id = ${id} and not c.is_deleted and not p.is_private group by p.user_id
    union all
    select p.user_id, 0, 0, count(*) from user_post_bookmarks b join posts p on p.id = b.post_id
    where b.user_id = ${id} and not p.is_private group by p.user_id
  ), total as (
    select author, sum(karma) as karma, sum(upvotes) as upvotes, sum(engagement) as engagement
    from parts where author <> ${id} group by author order by author
  )
  update users u set karma = u.karma - t.karma, total_upvotes = u.total_upvotes - t.upvotes,
    total_engagement = u.total_engagement - t.upvotes - t.engagement
  from total t where u.id = t.author`

export const subtractFromPosts = (sql: AnySql, id: number) => sql`
  with parts as (
    select post_id, value as score, 0 as comments, 0 as bookmarks
    from votes where user_id = ${id} and post_id is not null
    union all
    select post_id, 0, 1, 0 from comments where user_id = ${id} and not is_deleted
    union all
    select post_id, 0, 0, 1 from user_post_bookmarks where user_id = ${id}
  ), total as (
    select post_id, sum(score) as score, sum(comments) as comments, sum(bookmarks) as bookmarks
    from parts group by post_id order by post_id
  )
  update posts p set score = p.score - t.score, comment_count = p.comment_count - t.comments,
    bookmark_count = p.bookmark_count - t.bookmarks
  from total t where p.id = t.post_id`

export const subtractFromComments = (sql: AnySql, id: number) => sql`
  with total as (
    select comment_id, sum(value) as score from votes
    where user_id = ${id} and comment_id is not null group by comment_id
  )
  update comments c set score = c.score - t.score from total t where c.id = t.comment_id`

/**
 * Replaces the user's comments with '[deleted]' if others have replied to them. The rest are deleted along
 * with the user's row.
 */
export const markRepliedCommentsDeleted = (sql: AnySql, id: number) => sql`
  with recursive ancestors as (
    select c.parent_id as id from comments c
    where c.user_id is distinct from ${id} and c.parent_id is not null
      and c.post_id in (select post_id from comments where user_id = ${id})
    union
    select c.parent_id from ancestors a join comments c on c.id = a.id where c.parent_id is not null
  )
  update comments set user_id = null, content = '[deleted]', is_deleted = true, updated_at = now()
  where user_id = ${id} and id in (select id from ancestors)`

/** Lists the posts that this user has commented on. */
export const listCommentedPosts = async (sql: AnySql, id: number): Promise<number[]> => {
  const rows = await sql<{ postId: number }[]>`select distinct post_id from comments where user_id = ${id}`
  return rows.map((row) => row.postId)
}

/** Cascades to comments, votes, bookmarks, follows, reveals, notifications, requests, logs and sessions. */
export const deleteUserRow = async (sql: AnySql, id: number): Promise<string | null> => {
  const [row] = await sql<{ googleId: string }[]>`delete from users where id = ${id} returning google_id`
  return row?.googleId ?? null
}

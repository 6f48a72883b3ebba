import type { AnySql } from '#server/database/connect.ts'

/**
 * Deletes posts with their comments, votes, bookmarks, reveals and notifications in the caller's transaction,
 * and corrects every count stored in other rows. Locks posts, comments, users and topics, each in id order.
 * Returns the number of deleted posts.
 */
export const deletePosts = async (sql: AnySql, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const postIds = [...ids]
  await sql`select 1 from posts where id = any(${postIds}::integer[]) order by id for update`
  await sql`select 1 from comments where post_id = any(${postIds}::integer[]) order by id for no key update`
  await sql`
    select 1 from users where id in (
      select user_id from posts where id = any(${postIds}::integer[])
      union select user_id from comments where post_id = any(${postIds}::integer[])
    ) order by id for no key update`
  await subtractFromUsers(sql, postIds)
  await subtractFromTopics(sql, postIds)
  return (await sql`delete from posts where id = any(${postIds}::integer[])`).count
}

/**
 * Subtracts the deleted posts and their votes, comments and bookmarks from each author's counts, and the
 * votes on the deleted comments from each commenter's.
 */
const subtractFromUsers = (sql: AnySql, postIds: number[]) => sql`
  with doomed as (
    select id, user_id, is_private from posts where id = any(${postIds}::integer[])
  ), parts as (
    select user_id, count(*) filter (where not is_private) as open, count(*) filter (where is_private) as hidden,
      0 as karma, 0 as upvotes, 0 as engagement
    from doomed group by user_id
    union all
    select d.user_id, 0, 0, sum(v.value), count(*) filter (where v.value = 1 and not d.is_private), 0
    from votes v join doomed d on d.id = v.post_id where v.user_id <> d.user_id group by d.user_id
    union all
    select c.user_id, 0, 0, sum(v.value), count(*) filter (where v.value = 1), 0
    from votes v join comments c on c.id = v.comment_id
    where c.post_id in (select id from doomed) and v.user_id <> c.user_id group by c.user_id
    union all
    select d.user_id, 0, 0, 0, 0, count(*) from comments c join doomed d on d.id = c.post_id
    where not d.is_private and not c.is_deleted and c.user_id <> d.user_id group by d.user_id
    union all
    select d.user_id, 0, 0, 0, 0, count(*) from user_post_bookmarks b join doomed d on d.id = b.post_id
    where not d.is_private and b.user_id <> d.user_id group by d.user_id
  ), total as (
    select user_id, sum(open) as open, sum(hidden) as hidden, sum(karma) as karma, sum(upvotes) as upvotes,
      sum(engagement) as engagement
    from parts group by user_id
  )
  update users u set post_count = u.post_count - t.open, private_posts = u.private_posts - t.hidden,
    karma = u.karma - t.karma, total_upvotes = u.total_upvotes - t.upvotes,
    total_engagement = u.total_engagement - t.upvotes - t.engagement
  from total t where u.id = t.user_id`

const subtractFromTopics = (sql: AnySql, postIds: number[]) => sql`
  with total as (
    select topic_id, count(*) as posts from posts
    where id = any(${postIds}::integer[]) and not is_private and topic_id is not null group by topic_id
  ), locked as (
    select id from topics where id in (select topic_id from total) order by id for no key update
  )
  update topics t set post_count = t.post_count - total.posts
  from total join locked on locked.id = total.topic_id where t.id = total.topic_id`

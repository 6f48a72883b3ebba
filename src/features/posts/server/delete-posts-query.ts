import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { mentionsMember, removeMemberFromMentions } from '#features/members/server/mentions-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { subtractPosts } from './post-counters-query.ts'

/** The number of members' access to private posts that is deleted when posts are marked as deleted. */
const MAX_GRANTS = 1_000

/**
 * Marks posts as deleted in the caller's transaction: they lose their authors, topics, links and places in every count,
 * and from then on nobody can see them. `purgeDeletedPosts` then deletes the rows. Locks posts, users and topics, each in
 * id order. Returns the number of posts that were not deleted yet.
 */
export const markPostsDeleted = async (tx: AnySql, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const plan = { ...planPostsChange(tx, ids), deleted: 'posts' as const }
  await lockAffectedRows(tx, plan)
  await subtractPosts(tx, plan.contributions)
  const inIds = tx`any(${[...ids]}::integer[])`
  await tx`delete from post_idempotency_keys where post_id = ${inIds}`
  // Servers of the previous version look for them only. If there are more, the purge begins with them.
  await deleteSomeGrants(tx, ids, MAX_GRANTS)
  const { count } = await tx`
    update posts set user_id = null, is_private = true, private_id = gen_random_uuid(), seo_slug = gen_random_uuid(), former_slug = null,
      topic_id = null, mentions = '{}'
    where id = ${inIds} and user_id is not null`
  return count
}

/** The posts that are marked as deleted and wait to be purged, as a subquery: usually none. */
export const deletedPostIds = (sql: AnySql): SqlFragment => sql`select id from posts where user_id is null`

/** Locks up to `max` posts that are marked as deleted, only among `ids` if they are given, and returns their ids. */
export const lockDeletedPosts = async (
  tx: AnySql,
  ids: readonly number[] | undefined,
  max: number,
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from posts where user_id is null ${ids ? tx`and id = any(${[...ids]}::integer[])` : tx``}
    order by id limit ${max} for update`
  return rows.map(({ id }) => id)
}

/** Deletes up to `max` reveals of posts. Returns their number. */
export const deleteSomeReveals = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from post_reveals where id in (
        select id from post_reveals where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count

/** Deletes up to `max` members' access to private posts. Returns the number of deleted rows. */
export const deleteSomeGrants = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from private_post_grants where (post_id, user_id) in (
        select post_id, user_id from private_post_grants where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count

/** Removes the source from up to `max` remixes of posts. Returns their number. */
export const removeSourceOfSomeRemixes = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> => {
  const { count } = await tx`
    with locked as materialized (
      select id from posts where id in (
        select id from posts where remix_of = any(${[...postIds]}::integer[]) limit ${max}) order by id for no key update
    )
    update posts set remix_of = null from locked where posts.id = locked.id`
  return count
}

/** Deletes the rows of posts that are marked as deleted. */
export const deletePostRows = (tx: AnySql, ids: readonly number[]) =>
  tx`delete from posts where id = any(${[...ids]}::integer[]) and user_id is null`

/**
 * Removes a member who is being deleted from the mentions stored with up to `max` posts, or with all. Returns how many it
 * changed. The limit is outside the search, or PostgreSQL would read post by post.
 */
export const removeMemberFromPostMentions = async (
  tx: AnySql,
  userId: number,
  max: number | null = null,
): Promise<number> =>
  (
    await tx`
      with mentioning as materialized (
        select id from posts where ${mentionsMember(tx, tx`mentions`, userId)}
      ), locked as materialized (
        select id from posts where id in (select id from mentioning limit ${max}) order by id for no key update
      )
      update posts set mentions = ${removeMemberFromMentions(tx, tx`mentions`, userId)}
      from locked where posts.id = locked.id`
  ).count

/** Locks all of an author's posts so that no new rows can refer to them. */
export const lockPostsByAuthor = (tx: AnySql, userId: number) =>
  tx`select 1 from posts where user_id = ${userId} order by id for update`

/**
 * Marks some of an author's posts as deleted, as many as have at most `max` comments and bookmarks together, but at least
 * one and at most `max`. Returns how many it found.
 */
export const markPostsByAuthorDeleted = async (tx: AnySql, userId: number, max: number): Promise<number> => {
  const rows = await tx<{ id: number; weight: number }[]>`
    select id, 1 + comment_count + bookmark_count + abs(score) as weight from posts
    where user_id = ${userId} order by id limit ${max}`
  let weight = 0
  const ids: number[] = []
  for (const row of rows) {
    if (ids.length > 0 && weight + row.weight > max) break
    weight += row.weight
    ids.push(row.id)
  }
  await markPostsDeleted(tx, ids)
  return ids.length
}

export const selectPostIdsByAuthor = async (tx: AnySql, userId: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`select id from posts where user_id = ${userId} order by id`
  return rows.map((row) => row.id)
}

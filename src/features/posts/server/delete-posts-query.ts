import {
  lockAffectedRows,
  planPostsDeletion,
  subtractContributions,
} from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { mentionsMember, removeMemberFromMentions } from '#features/members/server/mentions-query.ts'
import { addToTopicPostCounts } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Deletes posts with their comments, votes, bookmarks, reveals and notifications in the caller's transaction,
 * and corrects every affected count in other rows. Locks posts, comments, users and topics, each in id order.
 * Returns the number of deleted posts.
 */
export const deletePosts = async (tx: AnySql, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const plan = planPostsDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  await subtractContributions(tx, plan, { member: addToMemberCounters, topic: addToTopicPostCounts })
  return (await tx`delete from posts where id = any(${[...ids]}::integer[])`).count
}

/** Removes a member who is about to be deleted from the mentions stored with other members' posts. */
export const removeMemberFromPostMentions = (tx: AnySql, userId: number) => tx`
  update posts set mentions = ${removeMemberFromMentions(tx, tx`mentions`, userId)}
  where ${mentionsMember(tx, tx`mentions`, userId)}`

/** Removes the member from the mentions stored with up to `max` posts. Returns how many it changed. The limit is outside the search, or PostgreSQL would read post by post. */
export const removeMemberFromSomePostMentions = async (
  tx: AnySql,
  userId: number,
  max: number,
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
 * Deletes some of an author's posts, as many as have at most `max` comments and bookmarks together, but at least one
 * and at most `max`. Returns how many it found.
 */
export const deletePostsByAuthor = async (tx: AnySql, userId: number, max: number): Promise<number> => {
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
  await deletePosts(tx, ids)
  return ids.length
}

export const selectPostIdsByAuthor = async (tx: AnySql, userId: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`select id from posts where user_id = ${userId} order by id`
  return rows.map((row) => row.id)
}

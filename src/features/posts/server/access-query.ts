import type { Member, Viewer } from '#core/viewer.ts'
import { joinTopic } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { canParticipate, canSee } from './visibility-query.ts'

/** Joins the post with this id, an SQL expression, as `p`, which `canSee` and `canParticipate` refer to. */
export const joinPost = (sql: AnySql, id: Fragment): Fragment => sql`join posts p on p.id = ${id}`

/** Joins the topic of the post `p` as `t`. */
export const joinTopicOfPost = (sql: AnySql): Fragment => joinTopic(sql, sql`p.topic_id`)

/** Returns whether the viewer can read a post, which requires access to it or its private link. */
export const canReadPost = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  privateId: string | undefined,
): Promise<boolean> => {
  const rows = await sql`
    select from posts p where p.id = ${postId} and (${canSee(sql, viewer)} or p.private_id = ${privateId ?? null})`
  return rows.length > 0
}

/** Returns the id of the private post with this link, or null. */
export const selectPostIdByPrivateId = async (sql: Sql, privateId: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from posts where private_id = ${privateId}`
  return row?.id ?? null
}

export type LockedPost = { userId: number; isPrivate: boolean; bookmarkCount: number; version: number }

/**
 * Locks the post until the transaction ends, which serializes changes to its counts. Returns null if the
 * member cannot participate in it. Everywhere, posts are locked before users.
 */
export const lockPost = async (sql: AnySql, member: Member, id: number): Promise<LockedPost | null> => {
  const [row] = await sql<LockedPost[]>`
    select p.user_id, p.is_private, p.bookmark_count, p.version from posts p
    where p.id = ${id} and ${canParticipate(sql, member)} for no key update of p`
  return row ?? null
}

/** Like `lockPost` for several posts, in id order; returns those in which the member can participate. */
export const lockPostsFor = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; userId: number }[]
>`
  select p.id, p.user_id from posts p
  where p.id = any(${[...ids]}::integer[]) and ${canParticipate(sql, member)}
  order by p.id for no key update of p`

type RemovedPost = { userId: number; excerpt: string }

/** Locks a post that an admin removes, and returns its author and title; null if it no longer exists. */
export const lockPostForRemoval = async (sql: AnySql, id: number): Promise<RemovedPost | null> => {
  const [row] = await sql<RemovedPost[]>`
    select user_id, title as excerpt from posts where id = ${id} for update`
  return row ?? null
}

/** Locks the post of a comment, before the comment, as every transaction does. */
export const lockPostOfComment = (sql: AnySql, postId: Fragment) =>
  sql`select from posts where id = ${postId} for no key update`

/** Locks posts in id order, as every transaction that changes several of them does. */
export const lockPosts = (sql: AnySql, ids: readonly number[]) =>
  sql`select from posts where id = any(${[...ids]}::integer[]) order by id for no key update`

/** A query for the ids of a topic's posts. */
export const publicPostIdsOf = (sql: AnySql, topicId: number): Fragment =>
  sql`select id from posts where topic_id = ${topicId} and not is_private order by id`

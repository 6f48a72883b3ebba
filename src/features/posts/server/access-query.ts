import type { Member, Viewer } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinTopic } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { canParticipateInPost, canReadByLink, canSeePost, isNotDeleted } from './visibility-query.ts'

/**
 * Joins the post with the given id (an SQL expression) as `p`, the alias that `canSeePost` and `canParticipateInPost`
 * use.
 */
export const joinPost = (sql: AnySql, id: SqlFragment): SqlFragment => sql`join posts p on p.id = ${id}`

/** Joins the topic of the post `p` as `t`. */
export const joinPostTopic = (sql: AnySql): SqlFragment => joinTopic(sql, sql`p.topic_id`)

/** Returns true if the viewer can read a post, because they have access to it or know its private link. */
export const canReadPost = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  privateId: string | undefined,
): Promise<boolean> => {
  const rows = await sql`
    select from posts p
    where p.id = ${postId} and ${isNotDeleted(sql)} and (${canSeePost(sql, viewer)} or p.private_id = ${privateId ?? null} and p.restriction is null) ${andNotHiddenByBlock(sql, viewer, sql`p.user_id`)}`
  return rows.length > 0
}

/** Returns the id of the private post that the viewer can open with this link, or null. */
export const selectPostIdByPrivateId = async (
  sql: Sql,
  viewer: Viewer,
  privateId: string,
): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    select p.id from posts p where p.private_id = ${privateId} and ${canReadByLink(sql, viewer)}`
  return row?.id ?? null
}

export type LockedPost = { userId: number; isPrivate: boolean; bookmarkCount: number; version: number }

/**
 * Locks the post until the transaction ends so that changes to its counts are serialized. Returns null if the
 * member cannot interact with the post. All transactions lock posts before users.
 */
export const lockPostRow = async (sql: AnySql, member: Member, id: number): Promise<LockedPost | null> => {
  const [row] = await sql<LockedPost[]>`
    select p.user_id, p.is_private, p.bookmark_count, p.version from posts p
    where p.id = ${id} and ${canParticipateInPost(sql, member)} for no key update of p`
  return row ?? null
}

/** Prevents the deletion of a post until the transaction ends. */
export const lockPostForShare = (tx: AnySql, id: number) =>
  tx`select from posts where id = ${id} for key share`

/** Locks several posts in id order and returns those that the member can interact with. */
export const lockPostsForMember = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; userId: number }[]
>`
  select p.id, p.user_id from posts p
  where p.id = any(${[...ids]}::integer[]) and ${canParticipateInPost(sql, member)}
  order by p.id for no key update of p`

type RemovedPost = { userId: number; excerpt: string }

/**
 * Locks a post that an admin is removing, and returns its author and title. Returns null if it no longer exists or is
 * removed already.
 */
export const lockPostForRemoval = async (sql: AnySql, id: number): Promise<RemovedPost | null> => {
  const [row] = await sql<RemovedPost[]>`
    select p.user_id, p.title as excerpt from posts p
    where p.id = ${id} and ${isNotDeleted(sql)} and p.restriction is distinct from 'removed' for no key update`
  return row ?? null
}

/** Locks a comment's post. Every transaction does so before locking the comment. */
export const lockCommentPost = (sql: AnySql, postId: SqlFragment) =>
  sql`select from posts where id = ${postId} for no key update`

/** Locks posts in id order, as does every transaction that changes several posts. */
export const lockPostRows = (sql: AnySql, ids: readonly number[]) =>
  sql`select from posts where id = any(${[...ids]}::integer[]) order by id for no key update`

/** Returns an SQL expression for the number of characters of a post's prompt, which is null if the post is deleted. */
export const promptLengthOf = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`(select prompt_length from posts where posts.id = ${id})`

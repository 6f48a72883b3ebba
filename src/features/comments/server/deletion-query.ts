import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import { lockAffectedRows, planCommentsDeletion } from '#features/members/server/deletion-plan-query.ts'
import { mentionsMember, removeMemberFromMentions } from '#features/members/server/mentions-query.ts'
import { deleteSomeCommentNotifications } from '#features/notifications/server/notify-query.ts'
import { joinPost, lockCommentPost } from '#features/posts/server/access-query.ts'
import { subtractFromPosts } from '#features/posts/server/post-counters-query.ts'
import { isNotDeleted } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/** The number of votes and of notifications that are deleted together with a comment. More of them are deleted afterwards. */
const MAX_AT_ONCE = 200

/**
 * Deletes one comment in the caller's transaction and updates every count: it loses its text and author and becomes
 * '[deleted]'. Without replies, it is removed, together with any '[deleted]' ancestors that have no other replies, unless
 * they have many votes. Returns null if the comment does not exist or is already deleted, and otherwise whether more
 * is left to be deleted (`purgeComment`). Locks the post, the comment and the users, in that order.
 */
export const deleteCommentRow = async (tx: AnySql, id: number): Promise<{ hasMore: boolean } | null> => {
  const plan = planCommentsDeletion(tx, [id])
  await lockAffectedRows(tx, plan)
  if ((await selectUndeletedIds(tx, [id])).length === 0) return null
  await subtractFromPosts(tx, plan.contributions)
  await blankComments(tx, [id])
  if ((await deleteSomeCommentNotifications(tx, [id], MAX_AT_ONCE)) === MAX_AT_ONCE) return { hasMore: true }
  const branch = await selectDeletedBranch(tx, id)
  const hasMore = await haveManyVotes(tx, branch)
  if (!hasMore) await deleteRows(tx, branch)
  return { hasMore }
}

const blankComments = (tx: AnySql, ids: readonly number[]) => tx`
  update comments set user_id = null, content = '[deleted]', mentions = '{}', is_deleted = true, updated_at = now()
  where id = any(${[...ids]}::integer[])`

const haveManyVotes = async (tx: AnySql, ids: readonly number[]): Promise<boolean> => {
  const rows = await tx`
    select from votes where comment_id = any(${[...ids]}::integer[]) limit 1 offset ${MAX_AT_ONCE}`
  return rows.length > 0
}

/** Deletes comments with their votes. Returns their parents. */
export const deleteRows = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ parentId: number | null }[]>`
    delete from comments where id = any(${[...ids]}::integer[]) returning parent_id`
  return rows.flatMap(({ parentId }) => parentId ?? [])
}

const selectUndeletedIds = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from comments where id = any(${[...ids]}::integer[]) and not is_deleted`
  return rows.map(({ id }) => id)
}

/**
 * Returns a '[deleted]' comment without replies and those of its '[deleted]' ancestors that have no other replies; none
 * if the comment has replies.
 */
export const selectDeletedBranch = async (tx: AnySql, id: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    with recursive dead as (
      select c.id, c.parent_id from comments c
      where c.id = ${id} and c.is_deleted and not c.is_restricted and not exists (select from comments r where r.parent_id = c.id)
      union all
      select p.id, p.parent_id from dead d join comments p on p.id = d.parent_id
      where p.is_deleted and not p.is_restricted and not exists (select from comments s where s.parent_id = p.id and s.id <> d.id)
    )
    select id from dead`
  return rows.map((row) => row.id)
}

/** Lists up to `max` of the user's comments, newest first. */
export const selectCommentIdsByAuthor = async (
  tx: AnySql,
  userId: number,
  max: number,
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from comments where user_id = ${userId} order by created_at desc, id desc limit ${max}`
  return rows.map(({ id }) => id)
}

/**
 * Deletes comments in the caller's transaction and updates every count, as `deleteCommentRow` does for one. Few votes may
 * be left on them. Returns those '[deleted]' ancestors that have no replies any more but many votes, which the caller
 * purges afterwards (`purgeComment`).
 */
export const deleteComments = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const plan = planCommentsDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  const locked = await selectUndeletedIds(tx, ids)
  await subtractFromPosts(tx, plan.contributions)
  await blankComments(tx, locked)
  let leaves = await selectDeletedLeaves(tx, locked)
  while (leaves.length > 0 && !(await haveManyVotes(tx, leaves)))
    leaves = await selectDeletedLeaves(tx, await deleteRows(tx, leaves))
  return leaves
}

/** Lists those of these comments that are '[deleted]' and have no replies. */
const selectDeletedLeaves = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select c.id from comments c where c.id = any(${[...ids]}::integer[]) and c.is_deleted and not c.is_restricted
      and not exists (select from comments r where r.parent_id = c.id)`
  return rows.map(({ id }) => id)
}

/** Removes a member who is being deleted from the mentions in up to `max` comments, or in all. Returns how many it changed. */
export const removeMemberFromCommentMentions = async (
  tx: AnySql,
  userId: number,
  max: number | null = null,
): Promise<number> =>
  (
    await tx`
      with mentioning as materialized (
        select id from comments where ${mentionsMember(tx, tx`mentions`, userId)}
      ), locked as materialized (
        select id from comments where id in (select id from mentioning limit ${max}) order by id for no key update
      )
      update comments set mentions = ${removeMemberFromMentions(tx, tx`mentions`, userId)}
      from locked where comments.id = locked.id`
  ).count

/** Lists up to `max` comments on posts. */
export const selectSomeCommentIds = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from comments where post_id = any(${[...postIds]}::integer[]) limit ${max}`
  return rows.map(({ id }) => id)
}

/**
 * Removes the parent from up to `max` replies to comments on posts that nobody can see any more, so that they are not
 * deleted with their parents. Returns their number.
 */
export const detachSomeReplies = async (tx: AnySql, ids: readonly number[], max: number): Promise<number> =>
  (
    await tx`
      update comments set parent_id = null where id in (
        select id from comments where parent_id = any(${[...ids]}::integer[]) and id <> all(${[...ids]}::integer[]) limit ${max})`
  ).count

/** Deletes comments with their votes and replies, and corrects the counts of the posts and of the comments' authors. */
export const deleteCommentRows = async (tx: AnySql, ids: readonly number[]): Promise<void> => {
  const plan = planCommentsDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  await subtractFromPosts(tx, plan.contributions)
  await deleteRows(tx, ids)
}

/** Locks the post of a comment, so that nobody replies to the comment or its ancestors, or deletes another one there. */
export const lockPostOfComment = (tx: AnySql, id: number) =>
  lockCommentPost(tx, tx`(select post_id from comments where id = ${id})`)

const MAX_EXCERPT_LENGTH = 300

type RemovedComment = { userId: number; excerpt: string }

/**
 * Locks a comment that an admin is removing, and returns its author and an excerpt. Returns null if it no longer
 * exists.
 */
export const lockCommentForRemoval = async (tx: AnySql, id: number): Promise<RemovedComment | null> => {
  await lockPostOfComment(tx, id)
  const [row] = await tx<RemovedComment[]>`
    select c.user_id, left(c.content, ${MAX_EXCERPT_LENGTH + CUT_LOOKAHEAD}) as excerpt
    from comments c ${joinPost(tx, tx`c.post_id`)}
    where c.id = ${id} and not c.is_deleted and ${isNotDeleted(tx)} for update of c`
  return row ? { ...row, excerpt: truncateText(row.excerpt, MAX_EXCERPT_LENGTH) } : null
}

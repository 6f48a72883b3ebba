import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import { sumNegatedContributions } from '#features/members/server/contribution-totals-query.ts'
import { lockAffectedRows, planVotesDeletion } from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** Deletes up to `max` of a member's votes in the caller's transaction and corrects every count. Returns how many it found. */
export const deleteSomeVotes = (tx: AnySql, userId: number, max: number): Promise<number> =>
  deleteVotes(tx, tx`select id from votes where user_id = ${userId} limit ${max}`)

/** Deletes up to `max` votes on posts, as `deleteSomeVotes` does. */
export const deleteSomeVotesOnPosts = (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  deleteVotes(tx, tx`select id from votes where post_id = any(${[...postIds]}::integer[]) limit ${max}`)

/**
 * Deletes votes on comments, as `deleteSomeVotes` does, if there are more than `max`, because the rest can be deleted with
 * the comments. Deletes at most `max`, and returns how many.
 */
export const deleteExcessVotesOnComments = (
  tx: AnySql,
  commentIds: readonly number[],
  max: number,
): Promise<number> =>
  deleteVotes(
    tx,
    tx`select id from votes where comment_id = any(${[...commentIds]}::integer[]) limit ${max} offset ${max}`,
  )

const deleteVotes = async (tx: AnySql, selection: SqlFragment): Promise<number> => {
  const rows = await tx<{ id: number }[]>`${selection}`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const plan = planVotesDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  await subtractReactions(tx, plan.contributions)
  await tx`delete from votes where id = any(${ids}::integer[])`
  return ids.length
}

/**
 * Subtracts contributions of votes and bookmarks that are about to be deleted from the counters of posts, comments and
 * members. The caller has locked these.
 */
export const subtractReactions = (tx: AnySql, rows: SqlFragment) => tx`
  with post_done as (${addToPostCounters(tx, sumNegatedContributions(tx, 'post', rows))}),
    comment_done as (${incrementCommentScores(tx, sumNegatedContributions(tx, 'comment', rows))}),
    member_done as (${addToMemberCounters(tx, sumNegatedContributions(tx, 'member', rows))})
  select`

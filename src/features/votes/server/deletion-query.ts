import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import {
  sumContributions,
  sumNegatedContributions,
} from '#features/members/server/contribution-totals-query.ts'
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

/** Sets these votes aside for a case, in the caller's transaction: they count nowhere until `restoreSomeVotes`. Returns their number. */
export const setVotesAside = async (tx: AnySql, ids: readonly number[], caseId: number): Promise<number> => {
  await tx`
    insert into set_aside_votes (case_id, user_id, post_id, comment_id, value, created_at, post_version)
    select ${caseId}::integer, user_id, post_id, comment_id, value, created_at, post_version
    from votes where id = any(${[...ids]}::integer[])`
  return deleteVotes(tx, tx`select unnest(${[...ids]}::integer[]) as id`)
}

/** Lists up to `max` of a member's votes. */
export const selectSomeVoteIds = async (tx: AnySql, userId: number, max: number): Promise<number[]> => {
  const rows = await tx<
    { id: number }[]
  >`select id from votes where user_id = ${userId} order by id limit ${max}`
  return rows.map(({ id }) => id)
}

/**
 * Gives up to `max` votes of a case back, or of one of its members, in the caller's transaction, and corrects every count. A vote that was cast again
 * meanwhile stays as it is. Returns how many it found.
 */
export const restoreSomeVotes = async (
  tx: AnySql,
  { caseId, memberId }: { caseId: number; memberId?: number | undefined },
  max: number,
): Promise<number> => {
  const found = await tx<{ id: number; postId: number | null; commentId: number | null }[]>`
    select id, post_id, comment_id from set_aside_votes
    where case_id = ${caseId} ${memberId === undefined ? tx`` : tx`and user_id = ${memberId}`} order by id limit ${max}`
  if (found.length === 0) return 0
  const postIds = found.flatMap(({ postId }) => postId ?? [])
  const commentIds = found.flatMap(({ commentId }) => commentId ?? [])
  await lockAffectedRows(tx, {
    posts: tx`select unnest(${postIds}::integer[])`,
    comments: tx`select unnest(${commentIds}::integer[])`,
    users: tx`
      select user_id from posts where id = any(${postIds}::integer[])
      union select user_id from comments where id = any(${commentIds}::integer[])`,
    contributions: tx``,
  })
  const added = await tx<{ id: number }[]>`
    with taken as (
      delete from set_aside_votes where id = any(${found.map(({ id }) => id)}::integer[])
      returning user_id, post_id, comment_id, value, created_at, post_version
    )
    insert into votes (user_id, post_id, comment_id, value, created_at, post_version)
    select * from taken on conflict do nothing returning id`
  await addReactions(
    tx,
    planVotesDeletion(
      tx,
      added.map(({ id }) => id),
    ).contributions,
  )
  return found.length
}

const addReactions = (tx: AnySql, rows: SqlFragment) => tx`
  with post_done as (${addToPostCounters(tx, sumContributions(tx, 'post', rows))}),
    comment_done as (${incrementCommentScores(tx, sumContributions(tx, 'comment', rows))}),
    member_done as (${addToMemberCounters(tx, sumContributions(tx, 'member', rows))})
  select`

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

import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import {
  lockAffectedRows,
  planVotesDeletion,
  subtractContributions,
} from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/** Deletes up to `max` of a member's votes in the caller's transaction and corrects every count. Returns how many it found. */
export const deleteSomeVotes = async (tx: AnySql, userId: number, max: number): Promise<number> => {
  const rows = await tx<{ id: number }[]>`select id from votes where user_id = ${userId} limit ${max}`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const plan = planVotesDeletion(tx, ids)
  await lockAffectedRows(tx, plan)
  await subtractContributions(tx, plan, {
    post: addToPostCounters,
    comment: incrementCommentScores,
    member: addToMemberCounters,
  })
  await tx`delete from votes where id = any(${ids}::integer[])`
  return ids.length
}

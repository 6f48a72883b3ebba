import type { Member } from '#core/viewer.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import { type CastVote, messages, type Vote } from '#features/votes/contract.ts'
import { nextVote } from '#features/votes/next-vote.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import * as store from './store.ts'

/**
 * Sets, switches or removes a vote (docs/spec/flows.md#voting) and returns the resulting vote and score. With
 * `had` the request is idempotent. Throws 404 if the member cannot see the target.
 */
export const castVote = async (
  sql: Sql,
  member: Member,
  { postId, commentId, value, had }: CastVote,
): Promise<{ value: Vote; score: number }> => {
  const target: store.Target =
    commentId === undefined ? { kind: 'post', id: postId ?? 0 } : { kind: 'comment', id: commentId }
  const result = had === undefined ? null : nextVote(had, value)
  const outcome = await retryOnClash(async () => {
    const attempt = await store.castVote(sql, member, target, value, result)
    if (!attempt || attempt.isChanged || attempt.had === attempt.value) return attempt
    return castUnderLock(sql, member, target, value, result)
  })
  if (!outcome) throw await cannotTakePart(sql, member, target.id, messages.notFound)
  return { value: outcome.value, score: outcome.score }
}

/** Reading under the row lock guarantees the latest committed vote. */
const castUnderLock = (sql: Sql, member: Member, target: store.Target, value: Vote, result: Vote | null) =>
  sql.begin(async (tx) => {
    await store.holdTarget(tx, member, target)
    return store.castVote(tx, member, target, value, result)
  })

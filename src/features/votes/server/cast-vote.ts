import type { Member } from '#core/viewer.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import { type CastVote, messages, type Vote } from '#features/votes/contract.ts'
import { nextVote } from '#features/votes/next-vote.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import * as store from './store.ts'

/**
 * Casts, switches or takes back a vote (section 4); answers it as it is after, with the score. With `had` the same
 * request may come any number of times. Throws 404 where the member may not know of the target.
 */
export const castVote = async (
  sql: Sql,
  member: Member,
  { postId, commentId, value, had }: CastVote,
): Promise<{ value: Vote; score: number }> => {
  const target: store.Target =
    commentId === undefined ? { kind: 'post', id: postId ?? 0 } : { kind: 'comment', id: commentId }
  const wanted = had === undefined ? null : nextVote(had, value)
  const outcome = await retryOnClash(async () => {
    const first = await store.castVote(sql, member, target, value, wanted)
    if (!first || first.isChanged || first.had === first.value) return first
    return inTurn(sql, member, target, value, wanted)
  })
  if (!outcome) throw await cannotTakePart(sql, member, target.id, messages.notFound)
  return { value: outcome.value, score: outcome.score }
}

/** One after the other: what is looked at under the lock is as new as it can be. */
const inTurn = (sql: Sql, member: Member, target: store.Target, value: Vote, wanted: Vote | null) =>
  sql.begin(async (tx) => {
    await store.holdTarget(tx, member, target)
    return store.castVote(tx, member, target, value, wanted)
  })

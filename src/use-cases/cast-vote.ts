import type { Member } from '#core/viewer.ts'
import { requireNewcomerLimits } from '#features/members/server/newcomer-limits.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { VoteInput, VoteValue } from '#features/votes/contract.ts'
import { getNextVote } from '#features/votes/next-vote.ts'
import * as store from '#features/votes/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { lockNewcomer } from './limit-newcomer.ts'

/**
 * Sets, switches or removes a vote (docs/spec/flows.md#voting) and returns the resulting vote and score. With
 * `had`, the request is idempotent. Throws 404 if the member cannot see the target, and a 429 if a newcomer has cast too
 * many votes within a day.
 */
export const castVote = async (
  sql: Sql,
  member: Member,
  { postId, commentId, value, had }: VoteInput,
): Promise<{ value: VoteValue; score: number }> => {
  const target: store.VoteTarget =
    commentId === undefined ? { kind: 'post', id: postId ?? 0 } : { kind: 'comment', id: commentId }
  const result = had === undefined ? null : getNextVote(had, value)
  const outcome = await retryOnConflict(async () => {
    if (member.trustLevel === 'newcomer') return castUnderLock(sql, member, target, value, result)
    const attempt = await store.applyVote(sql, member, target, value, result)
    if (!attempt || attempt.isChanged || attempt.had === attempt.value) return attempt
    return castUnderLock(sql, member, target, value, result)
  })
  if (!outcome) throw await findParticipationError(sql, member, target.id, 'vote-target-not-found')
  return { value: outcome.value, score: outcome.score }
}

/**
 * Casts a vote while holding the target's row lock, which guarantees that it reads the latest committed vote. A newcomer is
 * locked too, so that their votes at the same time are counted.
 */
const castUnderLock = (
  sql: Sql,
  member: Member,
  target: store.VoteTarget,
  value: VoteValue,
  result: VoteValue | null,
) =>
  sql.begin(async (tx) => {
    await lockNewcomer(tx, member)
    if (member.trustLevel === 'newcomer')
      requireNewcomerLimits({ votes: await store.countRecentVotes(tx, member.id, target) }, { votes: 1 })
    await store.lockVoteTarget(tx, member, target)
    return store.applyVote(tx, member, target, value, result)
  })

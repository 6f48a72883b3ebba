import { lockCase } from '#features/moderation/server/case-query.ts'
import { type DecisionChange, insertDecision } from '#features/moderation/server/decisions-query.ts'
import { notifyOfDecision } from '#features/notifications/server/notify-query.ts'
import type { AnySql } from '#server/database/connect.ts'

type AutomaticDecision = { caseId: number; reason: string; words: string; before: DecisionChange }

/**
 * Records that something was hidden without a person, in the caller's transaction, which has hidden it, and tells the
 * author. The case stays open for a moderator, whose dismissal shows it again.
 */
export const recordAutomaticDecision = async (tx: AnySql, decision: AutomaticDecision): Promise<void> => {
  const { authorId, excerpt } = await lockCase(tx, decision.caseId)
  const decisionId = await insertAutomaticDecision(tx, decision)
  if (authorId !== null)
    await notifyOfDecision(tx, { userIds: [authorId], type: 'decision', decisionId, title: excerpt })
}

/** Stores a decision that no person has made, and returns its id. */
export const insertAutomaticDecision = async (tx: AnySql, decision: AutomaticDecision): Promise<number> => {
  const { id } = await insertDecision(tx, {
    ...decision,
    action: 'hide',
    isLegal: false,
    endsAt: null,
    moderator: null,
    after: {},
  })
  return id
}

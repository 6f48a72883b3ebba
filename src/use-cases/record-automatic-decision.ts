import { type DecisionChange, insertDecision, lockCase } from '#features/moderation/server/case-query.ts'
import { notifyOfDecision } from '#features/notifications/server/notify-query.ts'
import type { AnySql } from '#server/database/connect.ts'

type AutomaticDecision = { caseId: number; reason: string; words: string; before: DecisionChange }

/**
 * Records that something was hidden without a person, in the caller's transaction, which has hidden it, and tells the
 * author. The case stays open for a moderator, whose dismissal shows it again.
 */
export const recordAutomaticDecision = async (
  tx: AnySql,
  { caseId, reason, words, before }: AutomaticDecision,
): Promise<void> => {
  const { authorId, excerpt } = await lockCase(tx, caseId)
  const { id: decisionId } = await insertDecision(tx, {
    caseId,
    action: 'hide',
    reason,
    words,
    isLegal: false,
    endsAt: null,
    moderator: null,
    before,
    after: {},
  })
  if (authorId !== null)
    await notifyOfDecision(tx, { userIds: [authorId], type: 'decision', decisionId, title: excerpt })
}

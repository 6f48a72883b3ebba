import { lockUserRow } from '#features/members/server/members-query.ts'
import type { Suspension } from '#features/members/server/sanctions-query.ts'
import { updateIsCleared } from '#features/moderation/server/case-items-query.ts'
import type { DecisionChange } from '#features/moderation/server/decisions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { caseItemsReturnJob } from './remove-everything.ts'
import { undoSuspensions } from './undo-suspensions.ts'

type Cleared = { caseId: number; decisionId: number; memberId: number; before: DecisionChange }

/**
 * Gives one of several accounts back what a decision about all of them has taken, in the caller's transaction: it is
 * suspended no longer, a job gives its posts, comments and votes back, and for a week it is in no wave. The decision about
 * the others stays.
 */
export const clearCaseMember = async (
  tx: AnySql,
  { caseId, decisionId, memberId, before }: Cleared,
): Promise<void> => {
  await lockUserRow(tx, memberId)
  const suspensions = ((before.members ?? []) as Suspension[]).filter(({ id }) => id === memberId)
  await undoSuspensions(tx, decisionId, suspensions)
  await updateIsCleared(tx, { caseId, memberId }, true)
  await enqueueJob(tx, caseItemsReturnJob, { caseId, memberId })
}

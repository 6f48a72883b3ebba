import { restoreSuspensions, type Suspension } from '#features/members/server/sanctions-query.ts'
import { selectSuspendedByOthers } from '#features/moderation/server/case-items-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Undoes what a decision did to locked members, in the caller's transaction. Those whom another decision in force suspends
 * stay suspended: as they were before, or, if the other decision is later, as they are.
 */
export const undoSuspensions = async (
  tx: AnySql,
  decisionId: number,
  suspensions: readonly Suspension[],
): Promise<void> => {
  const ids = suspensions.map(({ id }) => id)
  const others = new Set(await selectSuspendedByOthers(tx, decisionId, ids))
  const restored = suspensions.flatMap((before) => {
    if (!others.has(before.id)) return { id: before.id, isOn: false, endsAt: null }
    return before.isOn ? before : []
  })
  await restoreSuspensions(tx, restored)
}

import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member } from '#core/viewer.ts'
import { lockUserRow, lockUserRows } from '#features/members/server/members-query.ts'
import {
  type Suspension,
  selectSanction,
  suspendUsers,
  updateSanction,
} from '#features/members/server/sanctions-query.ts'
import type { DecisionAction } from '#features/moderation/contract-values.ts'
import { can } from '#features/moderation/policy.ts'
import {
  deleteCaseItems,
  hasTakenItems,
  insertCaseItems,
  MAX_CASE_MEMBERS,
  selectCaseMembers,
  updateIsCleared,
} from '#features/moderation/server/case-items-query.ts'
import type { DecisionChange } from '#features/moderation/server/decisions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { caseItemsReturnJob } from './remove-everything.ts'
import { undoSuspensions } from './undo-suspensions.ts'

/** Mutes or suspends an author, and returns how the account was before. Throws 404 if it has been deleted. */
export const sanctionAuthor = async (
  tx: AnySql,
  { authorId }: ModeratedSubject,
  action: 'mute' | 'suspend',
  endsAt: Date | null,
): Promise<DecisionChange> => {
  const user = authorId === null ? null : await lockUserRow(tx, authorId)
  const before = user && (await selectSanction(tx, user.id, action))
  if (!before) throw new HttpError('subject-not-found')
  await updateSanction(tx, user.id, action, { isOn: true, endsAt })
  return { isOn: before.isOn, endsAt: before.endsAt?.toISOString() ?? null }
}

/**
 * Suspends the accounts of a case, or its author, of whom the job `remove-everything` then takes everything away. Accounts
 * that look after the site are left out. Returns how each account was before.
 */
export const suspendAll = async (
  tx: AnySql,
  moderator: Member | null,
  caseId: number,
  { authorId }: ModeratedSubject,
): Promise<Suspension[]> => {
  if (authorId !== null) await insertCaseItems(tx, caseId, 'member', [authorId])
  const users = await lockUserRows(tx, await selectCaseMembers(tx, caseId, MAX_ACCOUNTS))
  const suspended = users.filter((user) => !moderator || can.sanction(moderator, user))
  const spared = users.filter((user) => !suspended.includes(user))
  await deleteCaseItems(
    tx,
    caseId,
    'member',
    spared.map(({ id }) => id),
  )
  return suspendUsers(
    tx,
    suspended.map(({ id }) => id),
  )
}

/** The number of accounts of a wave that one decision suspends. */
const MAX_ACCOUNTS = 1_000

/** Says that nothing was wrong with the accounts of a case, and gives back what was taken from them. */
export const dismissWave = async (
  tx: AnySql,
  caseId: number,
): Promise<{ before: DecisionChange; concerned: number[] }> => {
  const concerned = await selectCaseMembers(tx, caseId, MAX_ACCOUNTS)
  await updateIsCleared(tx, { caseId }, true)
  if (!(await hasTakenItems(tx, caseId))) return { before: {}, concerned: [] }
  await enqueueJob(tx, caseItemsReturnJob, { caseId })
  return { before: { wasTaken: true }, concerned }
}

type DecisionAboutAccounts = {
  action: DecisionAction
  caseId: number
  decisionId: number
  before: DecisionChange
}

/** Undoes what was decided about the accounts of a wave. What a dismissal gave back, the next search for spam finds again. */
export const undoForAccounts = async (
  tx: AnySql,
  { action, caseId, decisionId, before }: DecisionAboutAccounts,
): Promise<boolean> => {
  if (action === 'dismiss') {
    await updateIsCleared(tx, { caseId }, false)
    return true
  }
  const suspensions = (before.members ?? []) as Suspension[]
  const uncleared = await selectCaseMembers(tx, caseId, MAX_CASE_MEMBERS)
  await lockUserRows(tx, uncleared)
  await undoSuspensions(
    tx,
    decisionId,
    suspensions.filter(({ id }) => uncleared.includes(id)),
  )
  await updateIsCleared(tx, { caseId }, true)
  await enqueueJob(tx, caseItemsReturnJob, { caseId })
  return true
}

import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import type { Decision } from '#features/moderation/contract.ts'
import { isAboutMember } from '#features/moderation/contract-values.ts'
import { can, canUndo, getModeratorRole } from '#features/moderation/policy.ts'
import { MAX_CASE_MEMBERS, selectCaseMembers } from '#features/moderation/server/case-items-query.ts'
import { updateIsOpen } from '#features/moderation/server/case-query.ts'
import {
  type DecisionChange,
  isLatestDecision,
  lockDecision,
  type StoredDecision,
  updateReversal,
} from '#features/moderation/server/decisions-query.ts'
import { notifyOfDecision, publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { waitForIndexing } from './index-queued-posts.ts'
import { findSubject } from './moderated-subjects.ts'
import { tellReporters } from './tell-reporters.ts'
import { undoDecision } from './undo-decision.ts'

/**
 * Undoes a decision: one transaction restores what it has changed, tells the author and the reporters, and records an audit event. A
 * dismissed case is open again. Throws 404 for a decision that the moderator does not see, 403 if it is about themselves or
 * a higher role, and 409 if it has been undone, or a later decision has changed the same.
 */
export const reverseDecision = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  member: Member,
  id: number,
  words: string,
): Promise<Decision> => {
  const reversed = await retryOnConflict(() => sql.begin((tx) => reverse(tx, member, id, words)))
  await waitForIndexing(sql, log)
  return reversed
}

/**
 * Returns whether the subject was hidden before anybody had decided. If it still is, its case has to be in the queue again.
 * Its author may have shown it by an edit.
 */
const waitsAgain = async (
  tx: AnySql,
  { kind, subjectId: id, version, before }: StoredDecision,
): Promise<boolean> => {
  if (!isUndecided(before)) return false
  const subject = await findSubject(tx, null, { kind, id, version })
  return subject?.isVisible === false
}

const isUndecided = ({ restriction, wasRemoved }: DecisionChange): boolean =>
  restriction === 'waiting' || restriction === 'reported' || wasRemoved === true

/**
 * Undoes a decision in the caller's transaction; see `reverseDecision`. With `isAppeal`, the author is told by the caller.
 */
export const reverse = async (
  tx: AnySql,
  member: Member,
  id: number,
  words: string,
  { isAppeal = false } = {},
): Promise<Decision> => {
  const decision = await lockDecision(tx, member, id)
  if (!decision) throw new HttpError('decision-not-found')
  const { authorId, subjectId, caseId, action, excerpt, kind } = decision
  if (authorId === member.id) throw new HttpError('own-subject')
  const author = authorId === null ? null : await selectStanding(tx, authorId)
  if (!can.decideAbout(member, author)) throw new HttpError('higher-role')
  // A topic's moderator cannot mute or suspend, so they cannot undo it either.
  if (isAboutMember(action) && getModeratorRole(member) === 'topic-moderator')
    throw new HttpError('higher-role')
  // An appeal is answered by whoever could have made the decision, also with a lower role.
  if (!isAppeal && !canUndo(member, decision.moderatorRole))
    throw new HttpError('higher-role', {
      message: 'Only somebody with the role of who decided can undo this',
    })
  if (decision.reversedAt) throw new HttpError('decision-reversed')
  if (!decision.isLatest) throw new HttpError('decision-outdated')
  const concerned = await listConcerned(tx, decision)
  const isUndone = await undoDecision(tx, member, { ...decision, id: subjectId, decisionId: id })
  // Another decision may have been made between reading this one and locking what both change.
  if (!(await isLatestDecision(tx, member, id))) throw new HttpError('decision-outdated')
  if (action === 'dismiss' || (isUndone && (await waitsAgain(tx, decision))))
    await updateIsOpen(tx, caseId, true)
  const reversed = await updateReversal(tx, id, member.id, words)
  const title = kind === 'member' ? null : excerpt
  if (!isAppeal) await notifyOfDecision(tx, { userIds: concerned, type: 'decision', decisionId: id, title })
  await publishMemberChanges(tx, concerned)
  await tellReporters(tx, { caseId, decisionId: id }, member)
  await recordAuditEvent(
    tx,
    { ...member, reason: words },
    kind === 'member' && action === 'mute'
      ? {
          action: 'unmute-user',
          target: { id: subjectId, name: excerpt },
          before: { isMuted: true },
          after: { isMuted: false },
        }
      : {
          action: 'reverse-decision',
          target: { id: caseId, name: excerpt },
          before: { decision: action, kind, userId: authorId },
        },
  )
  return reversed
}

/** Lists the members for whom a decision has changed something. */
const listConcerned = async (
  tx: AnySql,
  { action, kind, authorId, caseId, before }: StoredDecision,
): Promise<readonly number[]> => {
  if (action === 'dismiss' && Object.keys(before).length === 0) return []
  if (action === 'remove-all' || (kind === 'member' && action === 'hide'))
    return selectCaseMembers(tx, caseId, MAX_CASE_MEMBERS)
  if (kind === 'member' && action === 'dismiss')
    return selectCaseMembers(tx, caseId, MAX_CASE_MEMBERS, { areCleared: true })
  return authorId === null ? [] : [authorId]
}

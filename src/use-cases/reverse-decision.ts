import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import type { Decision } from '#features/moderation/contract.ts'
import { isAboutMember } from '#features/moderation/contract-values.ts'
import { can, canUndo, getModeratorRole } from '#features/moderation/policy.ts'
import {
  type DecisionChange,
  lockDecision,
  updateIsOpen,
  updateReversal,
} from '#features/moderation/server/case-query.ts'
import { notifyOfDecision, publishMemberChange } from '#features/notifications/server/notify-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { waitForIndexing } from './index-queued-posts.ts'
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

/** Returns whether the subject was hidden before anybody had decided. It is again, so its case has to be in the queue again. */
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
  const isUndone = await undoDecision(tx, member, { ...decision, id: subjectId })
  if (action === 'dismiss' || (isUndone && isUndecided(decision.before))) await updateIsOpen(tx, caseId, true)
  const reversed = await updateReversal(tx, id, member.id, words)
  if (authorId !== null) {
    const isNoticed = !isAppeal && (action !== 'dismiss' || Object.keys(decision.before).length > 0)
    if (isNoticed)
      await notifyOfDecision(tx, { userIds: [authorId], type: 'decision', decisionId: id, title: excerpt })
    await publishMemberChange(tx, authorId)
  }
  await tellReporters(tx, { caseId, decisionId: id, title: excerpt }, member)
  await recordAuditEvent(
    tx,
    { ...member, reason: words },
    {
      action: 'reverse-decision',
      target: { id: caseId, name: excerpt },
      before: { decision: action, kind, userId: authorId },
    },
  )
  return reversed
}

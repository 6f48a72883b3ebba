import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { insertModerationNotice } from '#features/admin/server/moderation-notice-query.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import type { Decision } from '#features/moderation/contract.ts'
import type { DecisionAction, SubjectKind } from '#features/moderation/contract-values.ts'
import { canOverrideClaim, getModeratorRole } from '#features/moderation/policy.ts'
import {
  type CaseRow,
  lockCase,
  selectCaseRow,
  updateIsOpen,
} from '#features/moderation/server/case-query.ts'
import { type DecisionChange, insertDecision } from '#features/moderation/server/decisions-query.ts'
import { statementMailJob } from '#features/moderation/server/statement-mail-job.ts'
import { notifyOfDecision, publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import type { Logger } from '#server/log.ts'
import { applyDecision } from './apply-decision.ts'
import {
  type CaseDecision,
  requireDecisionReason,
  requireFittingParameters,
  requirePossibleAction,
  requireSeenDecisions,
} from './check-decision.ts'
import { waitForIndexing } from './index-queued-posts.ts'
import { findSubject, lockSubject } from './moderated-subjects.ts'
import { readWaiting } from './read-waiting.ts'
import { everythingRemovalJob } from './remove-everything.ts'
import { tellReporters } from './tell-reporters.ts'

type Resources = { sql: Sql; log: Pick<Logger, 'warn'> }

/**
 * Decides a case: one transaction applies the decision, closes the case, tells the author and the reporters, and records
 * an audit event. Throws 404 for a case that the moderator does not see, 403 for one about themselves or a higher role,
 * 400 for a reason or a parameter that does not fit the action, and 409 if the case is decided, claimed by somebody else,
 * or the action is not possible, or if the subject has changed, or somebody has decided about it, since the moderator read it.
 */
export const decideCase = async (
  { sql, log }: Resources,
  member: Member,
  caseId: number,
  written: CaseDecision,
): Promise<Decision> => {
  requireFittingParameters(written)
  const reason = await requireDecisionReason(sql, written)
  const decision = { ...written, reason }
  const found = await selectCaseRow(sql, member, caseId)
  if (!found) throw new HttpError('case-not-found')
  const { kind, subjectId, version, postId } = found
  const decided = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const key = { kind, id: subjectId, version }
      await lockSubject(tx, key, postId)
      // Under the lock, nobody moves the subject to another topic or makes it private after the check.
      await requirePossibleAction(tx, member, found, decision)
      await requireSeenDecisions(tx, member, key, decision)
      return decideOpenCase(tx, member, found, decision)
    }),
  )
  await waitForIndexing(sql, log)
  return decided
}

/**
 * Decides a case in the caller's transaction, for a moderator who may, or, with `moderator` null, without a person. The
 * caller has locked the subject, before the case, as in every transaction that opens a case for a subject that it changes.
 * `isDirect` is true for what an admin does without looking at the case, whoever works on it.
 */
export const decideOpenCase = async (
  tx: AnySql,
  moderator: Member | null,
  { id: caseId, kind, subjectId, version }: Pick<CaseRow, 'id' | 'kind' | 'subjectId' | 'version'>,
  decision: CaseDecision,
  { isDirect = false } = {},
): Promise<Decision> => {
  const key = { kind, id: subjectId, version }
  const subject = await findSubject(tx, null, key)
  if (decision.revision !== undefined && subject && subject.revision !== decision.revision)
    throw new HttpError('subject-changed')
  const change = await applyDecision(tx, moderator, { kind, caseId }, subject, decision)
  const found = await lockCase(tx, caseId)
  if (!found.isOpen) throw new HttpError('case-decided')
  if (moderator && !isDirect) await requireClaimable(tx, moderator, found)
  const isDismissal = decision.action === 'dismiss'
  const stored = await insertDecision(
    tx,
    {
      ...decision,
      ...change,
      caseId,
      moderator: moderator && { ...moderator, role: getModeratorRole(moderator) },
    },
    subject && !isDismissal ? { kind, subject } : undefined,
  )
  if (stored.action === 'remove-all')
    await enqueueJob(tx, everythingRemovalJob, { caseId, decisionId: stored.id })
  await tellConcerned(tx, kind, found, stored, change.concerned)
  // A decision about something else does not take what still waits for one out of the queue.
  const isStillOpen =
    subject !== null && !endsWaiting(stored.action) && (await readWaiting(tx, kind, subject)) !== null
  if (!isStillOpen) {
    await updateIsOpen(tx, caseId, false)
    await tellReporters(tx, { caseId, decisionId: stored.id }, moderator)
  }
  if (moderator)
    await recordAuditEvent(
      tx,
      { ...moderator, reason: decision.words || decision.reason },
      describeForAudit(found, decision.action, change.before),
    )
  return stored
}

const endsWaiting = (action: DecisionAction): boolean =>
  action === 'dismiss' || action === 'hide' || action === 'remove' || action === 'remove-all'

/** Throws 409 if somebody else works on a locked case, unless their role is lower. */
export const requireClaimable = async (
  tx: AnySql,
  moderator: Member,
  { claimedBy }: Pick<CaseRow, 'claimedBy'>,
): Promise<void> => {
  if (claimedBy === null || claimedBy === moderator.id) return
  const claimer = await selectStanding(tx, claimedBy)
  if (claimer && !canOverrideClaim(moderator, claimer)) throw new HttpError('case-claimed')
}

/** Removals and mutes are audited by the names that they had before there were cases. */
const describeForAudit = (
  { id: caseId, kind, subjectId, excerpt, authorId }: CaseRow,
  action: DecisionAction,
  before: DecisionChange,
): Parameters<typeof recordAuditEvent>[2] => {
  if (action === 'remove' && (kind === 'post' || kind === 'comment'))
    return {
      action: `remove-${kind}`,
      target: { id: subjectId, name: excerpt },
      before: { excerpt, userId: authorId },
    }
  if (action === 'mute' && kind === 'member')
    return {
      action: 'mute-user',
      target: { id: subjectId, name: excerpt },
      before: { isMuted: before.isOn === true },
      after: { isMuted: true },
    }
  return {
    action: 'decide-case',
    target: { id: caseId, name: excerpt },
    after: { decision: action, kind, userId: authorId },
  }
}

/** Tells the members for whom a decision has changed something. What was removed also leaves a notice. */
const tellConcerned = async (
  tx: AnySql,
  kind: SubjectKind,
  { excerpt }: Pick<CaseRow, 'excerpt'>,
  { id: decisionId, action, reason, words }: Decision,
  concerned: readonly number[],
): Promise<void> => {
  const title = kind === 'member' ? null : excerpt
  await notifyOfDecision(tx, { userIds: concerned, type: 'decision', decisionId, title })
  for (const memberId of concerned) {
    await enqueueJob(tx, statementMailJob, { decisionId, memberId, event: 'decided' })
    if (action === 'remove' && (kind === 'post' || kind === 'comment'))
      await insertModerationNotice(tx, kind, { userId: memberId, excerpt, decisionId }, words || reason)
  }
  await publishMemberChanges(tx, concerned)
}

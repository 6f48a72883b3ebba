import { HttpError } from '#core/http-error.ts'
import { reportWeights } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { restrictComment } from '#features/comments/server/restrictions-query.ts'
import { lockUserRow, selectStanding } from '#features/members/server/members-query.ts'
import { requireNewcomerLimits } from '#features/members/server/newcomer-limits.ts'
import type { SubjectReference } from '#features/moderation/contract-reports.ts'
import { HIDING_WEIGHT, MAX_OPEN_REPORTS, MIN_TRUSTED_REPORTS } from '#features/moderation/contract-values.ts'
import { canModerate } from '#features/moderation/policy.ts'
import { findOrOpenCase, type SubjectKey } from '#features/moderation/server/case-query.ts'
import type { DecisionChange } from '#features/moderation/server/decisions-query.ts'
import { listReasons } from '#features/moderation/server/report-reasons.ts'
import {
  countOpenReports,
  insertReport,
  selectReporterRecord,
  sumTrustedReports,
} from '#features/moderation/server/reports-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { findReferredSubject, findSubject } from './moderated-subjects.ts'
import { recordAutomaticDecision } from './record-automatic-decision.ts'
import { restrictPosts } from './restrict-posts.ts'

type Report = { subject: SubjectReference; reason: string; words: string }

/**
 * Reports what the member sees, which joins the open case about it or opens one. Throws 404 if they cannot see it, 403 if
 * it is their own, 400 for an unknown reason, and 409 if they have reported it before or have too many open reports.
 */
export const reportContent = async (
  sql: Sql,
  member: Member,
  { subject: reference, reason, words }: Report,
): Promise<number> => {
  await requireReason(sql, reason)
  const subject = await findReferredSubject(sql, member, reference)
  if (!subject) throw new HttpError('subject-not-found')
  if (subject.authorId === member.id) throw new HttpError('own-subject')
  return retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockUserRow(tx, member.id)
      if ((await countOpenReports(tx, member.id)) >= MAX_OPEN_REPORTS) throw new HttpError('too-many-reports')
      const record = await selectReporterRecord(tx, member.id)
      if (member.trustLevel === 'newcomer') requireNewcomerLimits({ reports: record.today }, { reports: 1 })
      const { kind } = reference
      const caseId = await findOrOpenCase(tx, kind, subject, { source: 'reports' })
      const key = { kind, id: subject.id, version: subject.version }
      const weight = weighReport(member, record)
      const id = await insertReport(tx, {
        kind,
        subject,
        caseId,
        reporterId: member.id,
        reason,
        words,
        weight,
      })
      if (id === null) throw new HttpError('already-reported')
      if (subject.isVisible) await hideIfReported(tx, key, caseId, reason)
      return id
    }),
  )
}

/** The number of decided reports from which on a member's record counts, and the share below which reports weigh nothing. */
const MIN_RECORD = 5
const MIN_UPHELD_SHARE = 0.2

const weighReport = (
  { trustLevel }: Member,
  { decided, upheld }: Awaited<ReturnType<typeof selectReporterRecord>>,
): number => {
  if (decided < MIN_RECORD) return reportWeights[trustLevel]
  const share = upheld / decided
  return share < MIN_UPHELD_SHARE ? 0 : reportWeights[trustLevel] * (0.5 + share)
}

/**
 * Hides a post or a comment that enough trusted members have reported, until a moderator decides. The decision is made by
 * no person, and the case stays open. What somebody has written who looks after the site or a topic waits for a decision as
 * it is.
 */
const hideIfReported = async (tx: AnySql, key: SubjectKey, caseId: number, reason: string): Promise<void> => {
  if (key.kind !== 'post' && key.kind !== 'comment') return
  const { count, weight } = await sumTrustedReports(tx, caseId)
  if (count < MIN_TRUSTED_REPORTS || weight < HIDING_WEIGHT) return
  // Another report may have hidden it meanwhile, or a moderator removed it.
  const subject = await findSubject(tx, null, key)
  if (!subject?.isVisible) return
  // On a site with one admin, nobody could show theirs again.
  const author = subject.authorId === null ? null : await selectStanding(tx, subject.authorId)
  if (author && canModerate(author)) return
  const before = key.kind === 'post' ? await hidePost(tx, key.id) : {}
  if (key.kind === 'comment') await restrictComment(tx, key.id)
  await recordAutomaticDecision(tx, {
    caseId,
    reason,
    words: 'Several trusted members have reported this.',
    before,
  })
}

/** Hides a post that readers see, and returns what is needed to give it back. */
const hidePost = async (tx: AnySql, id: number): Promise<DecisionChange> => {
  const [post] = await restrictPosts(tx, [id], 'reported')
  return { restriction: null, version: post?.version }
}

/** Throws 400 if the operator's list does not contain the reason, which the request has in `field`. */
export const requireReason = async (sql: Sql, reason: string, field = 'reason'): Promise<void> => {
  if (!(await listReasons(sql)).includes(reason))
    throw new HttpError('validation-failed', {
      issues: [{ path: field, message: 'Choose one of the reasons in the list' }],
    })
}

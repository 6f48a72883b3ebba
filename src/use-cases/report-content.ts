import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import type { SubjectReference } from '#features/moderation/contract.ts'
import { MAX_OPEN_REPORTS } from '#features/moderation/contract-values.ts'
import { countOpenReports, findOrOpenCase, insertReport } from '#features/moderation/server/case-query.ts'
import { listReasons } from '#features/moderation/server/report-reasons.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { findReferredSubject } from './moderated-subjects.ts'

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
      const { kind } = reference
      const caseId = await findOrOpenCase(tx, kind, subject, { source: 'reports' })
      const key = { kind, id: subject.id, version: subject.version }
      const id = await insertReport(tx, { ...key, caseId, reporterId: member.id, reason, words, weight: 1 })
      if (id === null) throw new HttpError('already-reported')
      return id
    }),
  )
}

/** Throws 400 if the operator's list does not contain the reason. */
export const requireReason = async (sql: Sql, reason: string): Promise<void> => {
  if (!(await listReasons(sql)).includes(reason))
    throw new HttpError('validation-failed', {
      issues: [{ path: 'reason', message: 'Choose one of the reasons in the list' }],
    })
}

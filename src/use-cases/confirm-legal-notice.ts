import { HttpError } from '#core/http-error.ts'
import { findOrOpenCase } from '#features/moderation/server/case-query.ts'
import { noticeReceiptJob } from '#features/moderation/server/legal-notice-jobs.ts'
import { lockNoticeByHash, updateConfirmed } from '#features/moderation/server/legal-notice-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { findSubject } from './moderated-subjects.ts'

/**
 * Confirms a legal notice with the token of its link: it joins the open case about the subject or opens an urgent one,
 * whose title is that of the subject when the notice was sent, and its sender is mailed a receipt. Does nothing if it is
 * confirmed already. Throws 404 for an unknown or expired link, and if what was reported does not exist any longer.
 */
export const confirmLegalNotice = async (sql: Sql, token: string): Promise<void> => {
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const notice = await lockNoticeByHash(tx, hashSessionToken(token))
      if (!notice) throw new HttpError('notice-link-invalid')
      if (notice.isConfirmed) return
      const subject = await findSubject(tx, null, notice)
      if (!subject) throw new HttpError('subject-not-found')
      const sent = { ...subject, excerpt: notice.title ?? subject.excerpt }
      const caseId = await findOrOpenCase(tx, notice.kind, sent, { source: 'reports', isUrgent: true })
      await updateConfirmed(tx, notice.reportId, caseId)
      await enqueueJob(tx, noticeReceiptJob, { id: notice.reportId })
    }),
  )
}

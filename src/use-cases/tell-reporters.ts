import type { Member } from '#core/viewer.ts'
import { noticeDecisionJob } from '#features/moderation/server/legal-notice-jobs.ts'
import { selectReporters } from '#features/moderation/server/reports-query.ts'
import { notifyOfDecision } from '#features/notifications/server/notify-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueueJobs } from '#server/jobs/jobs-query.ts'

type Decided = { caseId: number; decisionId: number }

/**
 * Tells those who reported what a case is about of a decision or its reversal, in the caller's transaction: members by a
 * notification, except the one who decided, and senders of legal notices by mail.
 */
export const tellReporters = async (
  tx: AnySql,
  { caseId, decisionId }: Decided,
  moderator: Member | null,
): Promise<void> => {
  const { members, legalNotices } = await selectReporters(tx, caseId)
  const concerned = members.filter(({ id }) => id !== moderator?.id)
  for (const [title, reporters] of Map.groupBy(concerned, (reporter) => reporter.title))
    await notifyOfDecision(tx, {
      userIds: reporters.map(({ id }) => id),
      type: 'report-decided',
      decisionId,
      title,
    })
  await enqueueJobs(
    tx,
    noticeDecisionJob,
    legalNotices.map((id) => ({ id, decisionId })),
  )
}

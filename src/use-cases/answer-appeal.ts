import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { lockAppeal, updateAnswer } from '#features/moderation/server/appeals-query.ts'
import { statementMailJob } from '#features/moderation/server/statement-mail-job.ts'
import { notifyOfDecision, publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import type { Logger } from '#server/log.ts'
import { clearCaseMember } from './clear-case-member.ts'
import { waitForIndexing } from './index-queued-posts.ts'
import { reverse } from './reverse-decision.ts'

type Answer = { isGranted: boolean; answer: string }

/**
 * Answers an appeal: one transaction undoes the decision if the appeal is granted, tells the author and, of a reversal, the
 * reporters, and records an audit event. Throws 404 for an appeal that the moderator does not see, 403 if somebody else has
 * to answer it, and 409 if it is answered or a later decision has changed the same.
 */
export const answerAppeal = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  member: Member,
  id: number,
  { isGranted, answer }: Answer,
): Promise<void> => {
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const appeal = await lockAppeal(tx, member, id)
      if (!appeal) throw new HttpError('appeal-not-found')
      const { memberId, decisionId, moderatorId, caseId, excerpt } = appeal
      if (memberId === member.id) throw new HttpError('own-subject')
      if (appeal.isAnswered) throw new HttpError('appeal-answered')
      if (!appeal.canAnswer)
        throw new HttpError(moderatorId === member.id ? 'appeal-by-decider' : 'higher-role')
      if (isGranted && !appeal.isReversed) {
        if (appeal.isOneOfSeveral) await clearCaseMember(tx, appeal)
        else await reverse(tx, member, decisionId, answer, { isAppeal: true })
      }
      await updateAnswer(tx, id, { memberId: member.id, answer, isGranted })
      const title = appeal.isAboutMembers ? null : excerpt
      await notifyOfDecision(tx, { userIds: [memberId], type: 'appeal-answered', decisionId, title })
      await enqueueJob(tx, statementMailJob, { decisionId, memberId, event: 'appeal-answered' })
      await publishMemberChanges(tx, [memberId])
      await recordAuditEvent(
        tx,
        { ...member, reason: answer },
        {
          action: 'answer-appeal',
          target: { id: caseId, name: excerpt },
          after: { decision: isGranted ? 'granted' : 'rejected' },
        },
      )
    }),
  )
  await waitForIndexing(sql, log)
}

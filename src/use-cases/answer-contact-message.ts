import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { contactAnswerJob } from '#features/requests/server/contact-answer-job.ts'
import { lockContactMessage, updateContactAnswer } from '#features/requests/server/inbox-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'

/**
 * Stores an admin's answer to a message, which a job then mails. Throws 404 if the message no longer exists, and 409 if it
 * has been answered or the site cannot send mail.
 */
export const answerContactMessage = (
  { sql, config }: { sql: Sql; config: Config },
  actor: Actor,
  id: number,
  answer: string,
): Promise<void> =>
  sql.begin(async (tx) => {
    if (!config.mail) throw new HttpError('mail-not-configured')
    const message = await lockContactMessage(tx, id)
    if (!message) throw new HttpError('contact-message-not-found')
    if (message.isAnswered) throw new HttpError('contact-message-already-answered')
    await updateContactAnswer(tx, id, actor.id, answer)
    await recordAuditEvent(tx, actor, {
      action: 'answer-contact-message',
      target: { id, name: message.email },
    })
    await enqueueJob(tx, contactAnswerJob, { id })
  }) as Promise<void>

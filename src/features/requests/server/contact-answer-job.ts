import * as z from 'zod'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { defineJob } from '#server/jobs/job.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { createAnswerMail } from '../contract-messages.ts'
import { deleteOldAnsweredMessages, selectContactAnswer } from './inbox-query.ts'

export const contactMessageSweepJob = defineJob({
  name: 'delete-answered-contact-messages',
  schedule: '35 3 * * *',
  run: ({ sql, signal }) => deleteInBatches((max) => deleteOldAnsweredMessages(sql, max), signal),
})

/** Mails an admin's answer, with retries that outlast a mail server outage of an hour or two. */
export const contactAnswerJob = defineJob({
  name: 'mail-contact-answer',
  payload: z.object({ id: z.number() }),
  retries: 8,
  retryAfterSeconds: 30,
  maxSeconds: 120,
  run: async ({ sql, config, log }, { id }) => {
    const message = config.mail && (await selectContactAnswer(sql, id))
    if (!message) return
    const { email, ...texts } = message
    const content = createAnswerMail(config.siteName, texts)
    const replyTo = config.operator.email
    if (
      !(await sendMail(config, {
        to: email,
        content,
        ...(replyTo !== null && { headers: { 'reply-to': replyTo } }),
      }))
    )
      log.warn({ messageId: id }, 'The mail server rejects the address of a message')
  },
})

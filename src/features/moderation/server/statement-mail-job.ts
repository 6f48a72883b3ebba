import * as z from 'zod'
import { paths } from '#core/paths.ts'
import { findVerifiedEmail } from '#features/identity/server/find-verified-email.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { MailContent } from '#server/mail/render-mail.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { formatDay, ownDecisionSentences } from '../contract-messages.ts'
import { APPEAL_DAYS } from '../contract-values.ts'
import { type MailedStatement, selectStatementForMail } from './statements-query.ts'

/**
 * Mails a member what was decided about them, or what became of an appeal, if the site sends mail and their email is verified. Retries outlast a
 * mail server outage of an hour or two.
 */
export const statementMailJob = defineJob({
  name: 'mail-statement',
  payload: z.object({
    decisionId: z.number(),
    /** The author, if it is left out by a server of an earlier version. */
    memberId: z.optional(z.number()),
    event: z.enum(['decided', 'appeal-answered']),
  }),
  retries: 8,
  retryAfterSeconds: 30,
  maxSeconds: 120,
  run: async ({ sql, config, log }, { decisionId, memberId, event }) => {
    const statement = config.mail && (await selectStatementForMail(sql, decisionId, memberId))
    if (!statement) return
    const to = await findVerifiedEmail(sql, config, statement.memberId)
    if (to === null) return
    const url = `${config.publicUrl}${paths.statement(decisionId)}`
    const content =
      event === 'decided' ? createStatementMail(statement, url) : createAnswerMail(statement, url)
    if (!(await sendMail(config, { to, content })))
      log.warn({ decisionId }, 'The mail server rejects the address of an author')
  },
})

const createStatementMail = (statement: MailedStatement, url: string): MailContent => {
  const { excerpt, action, reason, words, isLegal, endsAt, moderatorRole, createdAt } = statement
  return {
    subject: 'A decision of moderators about you',
    paragraphs: [
      `Decided on ${formatDay(createdAt)} about “${excerpt}”: ${ownDecisionSentences[action]}.`,
      ...(endsAt ? [`It ends on ${formatDay(endsAt)}.`] : []),
      ...(reason === '' ? [] : [`${isLegal ? 'Law' : 'Rule'}: ${reason}`]),
      ...(words === '' ? [] : [words]),
      moderatorRole === 'automatic' ? 'The decision was made automatically.' : 'A person made the decision.',
      `Is it wrong? You can appeal within ${APPEAL_DAYS} days.`,
    ],
    link: { label: 'Details and appeal', url },
  }
}

const createAnswerMail = ({ excerpt, isGranted, answer }: MailedStatement, url: string): MailContent => ({
  subject: isGranted ? 'Your appeal was granted' : 'Your appeal was rejected',
  paragraphs: [
    isGranted
      ? `The decision about “${excerpt}” was undone.`
      : `The decision about “${excerpt}” stays as it is.`,
    answer ?? '',
  ],
  link: { label: 'Details', url },
})

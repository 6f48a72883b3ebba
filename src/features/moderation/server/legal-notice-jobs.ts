import * as z from 'zod'
import { buildPath } from '#core/paths.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'
import type { MailContent } from '#server/mail/render-mail.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { createSessionToken, hashSessionToken } from '#server/session/session-cookie.ts'
import {
  createNoticeConfirmationMail,
  createNoticeDecisionMail,
  createNoticeReceiptMail,
} from './legal-notice-mails.ts'
import {
  deleteUnconfirmedNotices,
  forgetNoticeSenders,
  selectDecisionForMail,
  selectNoticeForMail,
  updateConfirmHash,
} from './legal-notice-query.ts'

/** Retries that outlast a mail server outage of an hour or two. */
const outlastOutage = { retries: 8, retryAfterSeconds: 30, maxSeconds: 120 } as const

/**
 * Mails the link that confirms a notice. Only the hash of its token is stored, so each attempt makes a new link, and the
 * link in the last mail is valid.
 */
export const noticeConfirmationJob = defineJob({
  name: 'mail-notice-confirmation',
  payload: z.object({ id: z.number() }),
  ...outlastOutage,
  run: async (context, { id }) => {
    const { sql, config } = context
    if (!config.mail) return
    const token = createSessionToken()
    const notice = await updateConfirmHash(sql, id, hashSessionToken(token))
    if (!notice) return
    // The fragment is not sent to servers, so that no log contains the token, and opening the link confirms nothing.
    const link = `${config.publicUrl}${buildPath('confirm-notice')}#${token}`
    await mail(context, id, notice.email, createNoticeConfirmationMail({ ...notice, link }))
  },
})

/** Mails that a notice has arrived (Digital Services Act, article 16, paragraph 4). */
export const noticeReceiptJob = defineJob({
  name: 'mail-notice-receipt',
  payload: z.object({ id: z.number() }),
  ...outlastOutage,
  run: async (context, { id }) => {
    const notice = context.config.mail && (await selectNoticeForMail(context.sql, id))
    if (notice) await mail(context, id, notice.email, createNoticeReceiptMail(notice))
  },
})

/** Mails what was decided about a notice, or that the decision was undone (article 16, paragraph 5). */
export const noticeDecisionJob = defineJob({
  name: 'mail-notice-decision',
  payload: z.object({ id: z.number(), decisionId: z.number() }),
  ...outlastOutage,
  run: async (context, { id, decisionId }) => {
    const { sql, config } = context
    const notice = config.mail && (await selectNoticeForMail(sql, id))
    const decision = notice && (await selectDecisionForMail(sql, decisionId))
    if (!decision) return
    const contact = `${config.publicUrl}${buildPath('contact')}`
    await mail(context, id, notice.email, createNoticeDecisionMail(notice, decision, contact))
  },
})

const mail = async (
  { config, log }: Pick<JobContext, 'config' | 'log'>,
  id: number,
  to: string,
  content: MailContent,
): Promise<void> => {
  const replyTo = config.operator.email
  const headers = replyTo === null ? {} : { headers: { 'reply-to': replyTo } }
  if (!(await sendMail(config, { to, content, ...headers })))
    log.warn({ noticeId: id }, 'The mail server rejects the address of a legal notice')
}

/** Deletes what nobody has confirmed, and who sent what was decided long ago. */
export const legalNoticeSweepJob = defineJob({
  name: 'delete-old-legal-notices',
  schedule: '50 3 * * *',
  run: async ({ sql, signal }) => {
    await deleteInBatches((max) => deleteUnconfirmedNotices(sql, max), signal)
    await deleteInBatches((max) => forgetNoticeSenders(sql, max), signal)
  },
})

import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Viewer } from '#core/viewer.ts'
import type { LegalNotice } from '#features/moderation/contract-form.ts'
import { legalNoticeMessages } from '#features/moderation/contract-messages.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import { findOrOpenCase } from '#features/moderation/server/case-query.ts'
import { noticeConfirmationJob } from '#features/moderation/server/legal-notice-jobs.ts'
import {
  hasOpenNotice,
  hasTooManyUnconfirmed,
  insertLegalNotice,
  lockNoticeSender,
} from '#features/moderation/server/legal-notice-query.ts'
import { getSubjectPath, parseSiteUrl, parseSubjectLink } from '#features/moderation/server/subject-link.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { normalizeEmailDomain } from '#server/mail/email-address.ts'
import { findLinkedSubject } from './linked-subjects.ts'

type Resources = { sql: Sql; config: Pick<Config, 'mail' | 'publicUrl'> }
type Found = { kind: SubjectKind; subject: ModeratedSubject; url: string }

/**
 * Stores a legal notice of anybody about what they can open. It waits for the confirmation of its email, unless it is
 * anonymous or the site sends no mail; then it joins the open case about the subject or opens one, unconfirmed. A repeated
 * notice is stored once. Throws 400 for an address that is not of the site or refers to nothing, and 409 if too many
 * notices with the same email wait for their confirmation.
 */
export const sendLegalNotice = async (
  { sql, config }: Resources,
  viewer: Viewer,
  { website, url: written, ...fields }: LegalNotice,
): Promise<{ needsConfirmation: boolean }> => {
  const email = normalizeEmailDomain(fields.email)
  const needsConfirmation = config.mail !== null && email !== ''
  // Programs that fill in every field must not learn which one people do not see.
  if (website !== '') return { needsConfirmation }
  const { kind, subject, url } = await requireSubject({ sql, config }, viewer, written)
  const { reason, words, name } = fields
  const key = { kind, id: subject.id, version: subject.version }
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockNoticeSender(tx, { email, words })
      if (await hasOpenNotice(tx, { email, words }, key)) return
      if (needsConfirmation && (await hasTooManyUnconfirmed(tx, email)))
        throw new HttpError('too-many-notices')
      const caseId = needsConfirmation
        ? null
        : await findOrOpenCase(tx, kind, subject, { source: 'reports', isUrgent: true })
      const id = await insertLegalNotice(tx, { kind, subject, caseId, reason, words, name, email, url })
      if (needsConfirmation) await enqueueJob(tx, noticeConfirmationJob, { id })
    }),
  )
  return { needsConfirmation }
}

const requireSubject = async ({ sql, config }: Resources, viewer: Viewer, url: string): Promise<Found> => {
  const siteUrl = parseSiteUrl(config.publicUrl, url)
  if (!siteUrl) throw createInvalidFieldError('url', legalNoticeMessages.urlForeign)
  const link = parseSubjectLink(siteUrl)
  const found = link && (await findLinkedSubject(sql, viewer, link))
  if (!found) throw createInvalidFieldError('url', legalNoticeMessages.urlUnknown)
  return { ...found, url: `${config.publicUrl}${getSubjectPath(link, found.subject)}` }
}

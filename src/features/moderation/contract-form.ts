import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { postLabels } from '#core/post-restrictions.ts'
import { countCharacters } from '#core/text.ts'
import { textSchema } from '#core/text-schema.ts'
import { legalNoticeMessages, moderationMessages } from './contract-messages.ts'
import { canBeAnonymous, illegalReasons, MAX_SANCTION_DAYS, MIN_NOTICE_WORDS } from './contract-values.ts'

const MAX_EMAIL_LENGTH = 254
const MAX_URL_LENGTH = 2_000
const isPresent = ({ reason, name }: { reason: string; name: string }): boolean =>
  name !== '' || canBeAnonymous(reason)
const isReachable = ({ reason, email }: { reason: string; email: unknown }): boolean => {
  if (typeof email !== 'string') return true
  return email === '' ? canBeAnonymous(reason) : z.safeParse(z.email(), email).success
}
/** Also if other fields are invalid, so that a form shows all errors at once. */
const always = () => true

/** A legal notice: the statements of article 16, paragraph 2, of the Digital Services Act. */
export const legalNoticeSchema = z
  .object({
    /** The exact address of what is illegal. */
    url: z
      .string(legalNoticeMessages.urlRequired)
      .check(
        z.trim(),
        z.minLength(1, legalNoticeMessages.urlRequired),
        z.maxLength(MAX_URL_LENGTH, legalNoticeMessages.urlForeign),
      ),
    reason: z.enum(illegalReasons, legalNoticeMessages.reasonRequired),
    words: textSchema(limits.moderationWords, {
      required: legalNoticeMessages.wordsRequired,
      tooLong: moderationMessages.wordsLong,
    }).check(
      z.refine((words) => countCharacters(words) >= MIN_NOTICE_WORDS, legalNoticeMessages.wordsRequired),
    ),
    name: textSchema(limits.adName, { tooLong: legalNoticeMessages.nameLong }),
    /** Can be empty, as the name, if the notice is about the sexual abuse of a child. */
    email: z
      .string(legalNoticeMessages.emailInvalid)
      .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, legalNoticeMessages.emailInvalid)),
    isGoodFaith: z
      .boolean(legalNoticeMessages.goodFaithRequired)
      .check(z.refine((is) => is, legalNoticeMessages.goodFaithRequired)),
    /** A field that people do not see. A notice in which it is filled in is dropped. */
    website: z._default(z.string().check(z.maxLength(1_000)), ''),
  })
  .check(
    z.refine(isPresent, { path: ['name'], error: legalNoticeMessages.nameRequired, when: always }),
    z.refine(isReachable, { path: ['email'], error: legalNoticeMessages.emailInvalid, when: always }),
  )
export type LegalNoticeFields = z.input<typeof legalNoticeSchema>
export type LegalNotice = z.output<typeof legalNoticeSchema>

/** What somebody writes beside a reason. It is optional unless a message says what is missing. */
export const wordsSchema = (required?: string) =>
  textSchema(limits.moderationWords, { required, tooLong: moderationMessages.wordsLong })

export const reasonNameSchema = textSchema(limits.reportReason, {
  required: moderationMessages.reasonRequired,
  tooLong: moderationMessages.reasonRequired,
})

/** A dismissal without a reason gets the default one. */
export const decisionReasonSchema = textSchema(limits.reportReason, {
  tooLong: moderationMessages.reasonRequired,
})

export const reportFormSchema = z.object({ reason: reasonNameSchema, words: wordsSchema() })
export type ReportFields = z.output<typeof reportFormSchema>

const DAYS = /^([1-9]\d{0,3})?$/

/** What a moderator fills in to decide a case; `days` is empty for a mute or suspension without an end. */
export const decisionFormSchema = z.object({
  reason: reasonNameSchema,
  words: wordsSchema(),
  isLegal: z.boolean(),
  days: z.string().check(
    z.trim(),
    z.regex(DAYS, moderationMessages.daysInvalid),
    z.refine((days) => Number(days) <= MAX_SANCTION_DAYS, moderationMessages.daysInvalid),
  ),
  labels: z.array(z.enum(postLabels)),
  topicId: z.nullable(z.int()),
  tags: z.array(z.string()),
})
/** A dismissal has reasons of its own. */
export const dismissalFormSchema = z.extend(decisionFormSchema, { reason: decisionReasonSchema })
export type DecisionFields = z.output<typeof decisionFormSchema>

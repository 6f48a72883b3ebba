import * as z from 'zod/mini'
import { webhookMessages } from './contract-messages.ts'
import { MAX_WEBHOOK_URL_LENGTH, webhookKinds } from './contract-values.ts'

/** Whether the server may call the address is decided by its settings (`findUrlProblem`). */
const urlSchema = z.string(webhookMessages.urlRequired).check(
  z.trim(),
  z.minLength(1, webhookMessages.urlRequired),
  z.maxLength(MAX_WEBHOOK_URL_LENGTH, webhookMessages.urlTooLong),
  z.refine((text) => /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text), webhookMessages.urlInvalid),
)

const kindsSchema = z.pipe(
  z.array(z.enum(webhookKinds)).check(z.minLength(1, webhookMessages.kindRequired), z.maxLength(50)),
  z.transform((kinds) => webhookKinds.filter((kind) => kinds.includes(kind))),
)

/** The form of a webhook. */
export const webhookFormSchema = z.object({ url: urlSchema, kinds: kindsSchema })
export type WebhookForm = z.input<typeof webhookFormSchema>

import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { legalNoticeSchema } from './contract-form.ts'

const tag = 'Moderation'

export const sendLegalNotice = endpoint({
  method: 'POST',
  path: '/api/legal-notices',
  summary: 'Report illegal content, without an account (Digital Services Act, article 16)',
  tag,
  access: 'anyone',
  scope: null,
  rateLimit: { name: 'legal-notice', max: 5, windowSeconds: 3_600 },
  errors: ['too-many-notices'],
  body: legalNoticeSchema,
  reply: z.object({
    /** True if the sender has to follow the link in a mail before moderators see the notice. */
    needsConfirmation: z.boolean(),
  }),
})

export const confirmLegalNotice = endpoint({
  method: 'POST',
  path: '/api/legal-notices/confirmation',
  summary: 'Confirm a legal notice with the token of the link in the mail',
  tag,
  access: 'anyone',
  scope: null,
  rateLimit: { name: 'legal-notice-confirmation', max: 30, windowSeconds: 3_600 },
  errors: ['notice-link-invalid', 'subject-not-found'],
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.object({}),
})

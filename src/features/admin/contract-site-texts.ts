import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import { siteTextNameSchema, siteTextSchema } from '#features/site-texts/contract.ts'
import { siteTextMessages } from '#features/site-texts/contract-messages.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'

export const editSiteText = endpoint({
  method: 'PUT',
  path: '/api/admin/site-texts/:name',
  summary:
    'Write the text of a page about the site, or the synonyms of the search; an empty text brings back what comes with the site',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['changed-since-read'],
  params: z.object({ name: siteTextNameSchema }),
  query: optionalReasonSchema,
  body: z.object({ text: textSchema(limits.siteText, { tooLong: siteTextMessages.textLong }) }),
  reply: siteTextSchema,
})

import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { siteTextNames } from './contract-values.ts'

export const siteTextNameSchema = z.enum(siteTextNames, `name must be one of ${siteTextNames.join(', ')}`)

export const siteTextSchema = z.object({
  name: siteTextNameSchema,
  /** The text in Markdown; of the synonyms a group of words per line, of the reasons one per line. */
  text: z.string(),
  /** The time of the operator's last change; null for the default text. */
  updatedAt: z.nullable(dateSchema),
})
export type SiteText = z.output<typeof siteTextSchema>

export const getSiteText = endpoint({
  method: 'GET',
  path: '/api/site-texts/:name',
  summary: 'Get the text of a page about the site, as Markdown, or the synonyms of the search',
  tag: 'Site',
  access: 'anyone',
  scope: 'read',
  params: z.object({ name: siteTextNameSchema }),
  reply: siteTextSchema,
  cacheSeconds: 10,
})

import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { siteTextNames } from './contract-values.ts'

export const siteTextNameShape = z.enum(siteTextNames, `name must be one of ${siteTextNames.join(', ')}`)

export const siteTextShape = z.object({
  name: siteTextNameShape,
  /** The text in Markdown. */
  text: z.string(),
  /** The time of the operator's last change; null for the default text. */
  updatedAt: z.nullable(dateShape),
})
export type SiteText = z.output<typeof siteTextShape>

export const getSiteText = endpoint({
  method: 'GET',
  path: '/api/site-texts/:name',
  summary: 'Get the text of a page about the site, as Markdown',
  tag: 'Site',
  access: 'anyone',
  params: z.object({ name: siteTextNameShape }),
  reply: siteTextShape,
  cacheSeconds: 10,
})

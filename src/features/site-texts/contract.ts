import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { siteTextNames } from './contract-values.ts'

export const siteTextNameShape = z.enum(siteTextNames, `name must be one of ${siteTextNames.join(', ')}`)

export const siteTextShape = z.object({
  name: siteTextNameShape,
  /** Markdown. */
  text: z.string(),
  /** Null if this is the text that comes with the site. */
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

import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { promptFileFormats } from './contract-values.ts'

export const exportFormatSchema = z.object({
  format: z.enum(promptFileFormats, `format must be ${promptFileFormats.join(', ')}`),
})

export const exportTypes = ['text/markdown', 'text/plain', 'application/json', 'application/yaml'] as const

export const exportPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id/export',
  summary:
    'Download a prompt as a file that other programs read: the whole prompt for members, its beginning for visitors',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  rateLimit: { name: 'export-post', max: 1_200, windowSeconds: 3_600 },
  errors: ['post-not-found'],
  params: z.object({ id: idSchema }),
  query: exportFormatSchema,
  reply: z.unknown(),
  streamedTypes: exportTypes,
})

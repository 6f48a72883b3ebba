import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

export const libraryFormats = ['csv', 'json'] as const

export const exportLibrary = endpoint({
  method: 'GET',
  path: '/api/library',
  summary:
    'Download all public posts as CSV or JSON: whole prompts for members, their beginnings for visitors',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  rateLimit: { name: 'export-library', max: 6, windowSeconds: 3_600 },
  query: z.object({ format: z.enum(libraryFormats, 'Choose csv or json') }),
  reply: z.unknown(),
  streamedTypes: ['text/csv', 'application/json'],
})

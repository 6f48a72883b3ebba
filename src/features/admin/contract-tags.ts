import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { adminPageQuerySchema, adminReadLimit, searchTextSchema, sortSchema } from '#core/query-schemas.ts'
import { tagInfoSchema, tagSchema, tagSortOptions } from '#features/posts/contract-tags.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'

const tag = 'Admin'

export const listAdminTags = endpoint({
  method: 'GET',
  path: '/api/admin/tags',
  summary: 'List the tags of public posts with their counts',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object({ ...adminPageQuerySchema, q: searchTextSchema, sort: sortSchema(tagSortOptions) }),
  reply: z.array(tagInfoSchema),
})

export const renameTag = endpoint({
  method: 'PUT',
  path: '/api/admin/tags/:tag',
  summary: 'Rename a tag on all posts, or merge it into another one; its page redirects',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['tag-not-found', 'tag-being-renamed'],
  params: z.object({ tag: tagSchema }),
  query: optionalReasonSchema,
  body: z.object({ name: tagSchema }),
  reply: z.object({ name: z.string(), posts: z.int() }),
})

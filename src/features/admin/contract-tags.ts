import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { adminPageShape, adminRead, searchTextShape, sortShape } from '#core/query-shapes.ts'
import { tagInfoShape, tagShape, tagSorts } from '#features/posts/contract-tags.ts'
import { adminWriteLimit, optionalReasonShape } from './contract-audit.ts'

const tag = 'Admin'

export const listAdminTags = endpoint({
  method: 'GET',
  path: '/api/admin/tags',
  summary: 'List the tags of public posts with their counts',
  tag,
  access: 'admin',
  expensive: adminRead,
  query: z.object({ ...adminPageShape, q: searchTextShape, sort: sortShape(tagSorts) }),
  reply: z.array(tagInfoShape),
})

export const renameTag = endpoint({
  method: 'PUT',
  path: '/api/admin/tags/:tag',
  summary: 'Rename a tag on all posts, or merge it into another one; its page redirects',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['tag-not-found'],
  params: z.object({ tag: tagShape }),
  query: optionalReasonShape,
  body: z.object({ name: tagShape }),
  reply: z.object({ name: z.string(), posts: z.int() }),
})

import * as z from 'zod/mini'
import { bulkResultSchema, postIdsBodySchema, postIdsSchema } from '#core/bulk-schemas.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { postCardSchema } from './contract.ts'

const tag = 'Posts'

export const deletePosts = endpoint({
  method: 'DELETE',
  path: '/api/user/posts',
  summary: `Delete up to ${limits.bulkPosts} of your own posts with their comments and votes`,
  tag,
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'unpublish-several', max: 60, windowSeconds: 3_600 },
  body: postIdsBodySchema,
  reply: bulkResultSchema,
})

export const setPostVisibility = endpoint({
  method: 'PATCH',
  path: '/api/user/posts',
  summary: `Make up to ${limits.bulkPosts} of your own posts private or public; private ones get a link and leave their topic`,
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'visibility-of-several', max: 60, windowSeconds: 3_600 },
  errors: ['account-muted'],
  body: z.extend(postIdsBodySchema, { isPrivate: z.boolean() }),
  reply: bulkResultSchema,
})

/** Counts the votes that would be deleted along with the posts. Cards show only the sum of a post's votes. */
export const countVotesOnPosts = endpoint({
  method: 'GET',
  path: '/api/user/posts/votes',
  summary: 'Count the votes on several of your own posts together',
  tag,
  access: 'completed-profile',
  scope: 'private',
  query: z.object({ ids: postIdsSchema(limits.bulkPosts) }),
  reply: z.object({ count: z.int() }),
})

/** Exporting posts does not count as revealing their prompts (docs/spec/privacy.md#prompts). */
export const exportPosts = endpoint({
  method: 'GET',
  path: '/api/user/posts/export',
  summary: 'Get several posts with their whole prompts',
  tag,
  access: 'signed-in',
  scope: 'private',
  expensive: { name: 'export-posts', max: 100 },
  query: z.object({ ids: postIdsSchema(limits.exportedPosts) }),
  /** The posts in the order of the requested ids. Posts that the viewer cannot see are left out. */
  reply: z.array(postCardSchema),
})

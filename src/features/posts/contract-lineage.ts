import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { postCardSchema } from './contract.ts'

const lineagePostSchema = z.object({
  ...z.pick(postCardSchema, {
    id: true,
    title: true,
    type: true,
    score: true,
    isPrivate: true,
    privateId: true,
    seoSlug: true,
    topic: true,
    user: true,
  }).shape,
  createdAt: dateSchema,
  /** The id of the post that this post is based on. */
  remixOf: z.nullable(z.int()),
})
/** A post in a lineage, with the data needed to link to it. */
export type LineagePost = z.output<typeof lineagePostSchema>

/**
 * Ancestors and remixes that the viewer cannot see are left out. `origin` indicates why an ancestor is
 * missing.
 */
export const getLineage = endpoint({
  method: 'GET',
  path: '/api/posts/:id/lineage',
  summary: 'List the posts that a post is based on, and its remixes with theirs',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({
    post: lineagePostSchema,
    /** The chain of ancestors, oldest first. The last one is the post's direct source. */
    ancestors: z.array(lineagePostSchema),
    /**
     * The status of the missing source if the oldest post in the chain is itself a remix: deleted, not visible to the
     * viewer (`private`), or beyond the limit (`more`). Null if the oldest post is an original.
     */
    origin: z.nullable(z.enum(['deleted', 'private', 'more'])),
    /** The post's direct and indirect remixes, up to a limit, newest first. */
    remixes: z.array(lineagePostSchema),
    hasMore: z.boolean(),
  }),
  cacheSeconds: 5,
})

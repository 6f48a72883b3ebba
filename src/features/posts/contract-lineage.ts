import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { postCardShape } from './contract.ts'

const relativeShape = z.object({
  ...z.pick(postCardShape, {
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
  createdAt: dateShape,
  /** The post that it is based on. */
  remixOf: z.nullable(z.int()),
})
/** A post in a lineage, as a link with a few facts. */
export type Relative = z.output<typeof relativeShape>

/** Posts above and below that the viewer cannot see are left out; `origin` says that there is one above. */
export const getLineage = endpoint({
  method: 'GET',
  path: '/api/posts/:id/lineage',
  summary: 'List the posts that a post is based on, and its remixes with theirs',
  tag: 'Posts',
  access: 'anyone',
  errors: ['post-not-found'],
  params: z.object({ id: idShape }),
  reply: z.object({
    post: relativeShape,
    /** The oldest first; the last one is what the post is based on. */
    ancestors: z.array(relativeShape),
    /** What the oldest of these posts is based on, if that is not in the list. */
    origin: z.nullable(z.enum(['deleted', 'private', 'more'])),
    /** The remixes of the post and of its remixes, up to a limit, newest first. */
    remixes: z.array(relativeShape),
    hasMore: z.boolean(),
  }),
  cacheSeconds: 5,
})

import * as z from 'zod/mini'
import { authorShape } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { postTypes } from '#core/model-catalogue.ts'
import { idShape } from '#core/query-shapes.ts'

/** A public post with the data for linking to it. */
const linkedPostShape = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(postTypes),
  score: z.int(),
  isPrivate: z.literal(false),
  seoSlug: z.string(),
  topic: z.nullable(z.object({ name: z.string() })),
  user: authorShape,
})
export type LinkedPost = z.output<typeof linkedPostShape>

export const getRelatedPosts = endpoint({
  method: 'GET',
  path: '/api/posts/:id/related',
  summary: 'List posts that are similar to a public post, and others of its author',
  tag: 'Posts',
  access: 'anyone',
  errors: ['post-not-found'],
  params: z.object({ id: idShape }),
  reply: z.object({
    similar: z.array(linkedPostShape),
    byAuthor: z.array(linkedPostShape),
    /** The number of public posts that are based on this one. The value 100 means 100 or more. */
    remixCount: z.int(),
  }),
  cacheSeconds: 60,
})

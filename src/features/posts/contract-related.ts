import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { postTypes } from '#core/model-catalogue.ts'
import { idSchema } from '#core/query-schemas.ts'

/** A public post with the data needed to link to it. */
const linkedPostSchema = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(postTypes),
  score: z.int(),
  isPrivate: z.literal(false),
  seoSlug: z.string(),
  topic: z.nullable(z.object({ name: z.string() })),
  user: authorSchema,
})
export type LinkedPost = z.output<typeof linkedPostSchema>

const relatedPostsSchema = z.object({
  /** Posts of other authors that do much the same. */
  similar: z.array(linkedPostSchema),
  /** The top posts of other authors in the topic. Empty if there are similar posts. */
  inTopic: z.array(linkedPostSchema),
  byAuthor: z.array(linkedPostSchema),
  /** The number of public posts that are based on this one. The value is capped: 100 means 100 or more. */
  remixCount: z.int(),
})
export type RelatedPosts = z.output<typeof relatedPostsSchema>

export const getRelatedPosts = endpoint({
  method: 'GET',
  path: '/api/posts/:id/related',
  summary:
    'List posts that are similar to a public post, or else the top posts in its topic, and others of its author',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: z.object({ id: idSchema }),
  reply: relatedPostsSchema,
  cacheSeconds: 60,
})

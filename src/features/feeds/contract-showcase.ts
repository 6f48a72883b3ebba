import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

/** The number of posts with a picture, and of those with an answer. */
export const SHOWN_PICTURES = 3
export const SHOWN_ANSWERS = 1

const showcasedPostSchema = z.object({
  id: z.int(),
  title: z.string(),
  seoSlug: z.string(),
  isPrivate: z.literal(false),
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  author: z.string(),
  /** The URL of the picture that the prompt has produced; null if `answer` is shown. */
  picture: z.nullable(z.string()),
  /** The beginning of what a model has answered, as a member has reported it. */
  answer: z.nullable(z.object({ model: z.string(), text: z.string() })),
})
export type ShowcasedPost = z.output<typeof showcasedPostSchema>

export const getShowcase = endpoint({
  method: 'GET',
  path: '/api/posts/showcase',
  summary: 'Count the public posts, and list a few of the best with what their prompts have produced',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  reply: z.object({ count: z.int(), posts: z.array(showcasedPostSchema) }),
  cacheSeconds: 60,
})

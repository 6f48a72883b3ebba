import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { postFields } from '#features/posts/contract-fields.ts'

/** The number of posts, of which one has a picture and one an answer if there are any. */
export const SHOWN_POSTS = 2

const showcasedPostSchema = z.object({
  id: z.int(),
  title: z.string(),
  seoSlug: z.string(),
  isPrivate: z.literal(false),
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  author: z.string(),
  /** As many characters of the prompt as visitors see, and what `splitByForm` needs to find its blanks. */
  prompt: z.string(),
  blanksIn: z.enum(postFields.blanksIn.options),
  form: z.enum(postFields.form.options),
  /** The URL of the picture that the prompt has produced; null if `answer` is shown. */
  picture: z.nullable(z.string()),
  /** The beginning of what a model has answered, as a member has reported it. */
  answer: z.nullable(z.object({ model: z.string(), text: z.string() })),
})
export type ShowcasedPost = z.output<typeof showcasedPostSchema>

export const getShowcase = endpoint({
  method: 'GET',
  path: '/api/posts/showcase',
  summary:
    'Count the public posts, and list some of the best with the beginning of their prompt and what it has produced',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  reply: z.object({ count: z.int(), posts: z.array(showcasedPostSchema) }),
  cacheSeconds: 60,
})

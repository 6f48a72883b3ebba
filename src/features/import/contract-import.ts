import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { MAX_COMPARED_PROMPTS, MAX_IMPORTED_POSTS, MAX_IMPORTS_PER_DAY } from './contract-values.ts'

const tag = 'Posts'
const MAX_BODY_BYTES = 1_048_576

const knownPostSchema = z.object({ id: z.int(), title: z.string(), url: z.string() })
export type KnownPost = z.output<typeof knownPostSchema>

export const compareImport = endpoint({
  method: 'POST',
  path: '/api/user/import/compare',
  summary:
    'Find your posts, and the public posts of others, that have the same prompts as those to be imported',
  tag,
  access: 'completed-profile',
  scope: 'private',
  rateLimit: { name: 'compare-import', max: 1_200, windowSeconds: 3_600 },
  body: z.object({
    prompts: z
      .array(z.pick(createPostSchema, { prompt: true }).shape.prompt)
      .check(z.minLength(1), z.maxLength(MAX_COMPARED_PROMPTS)),
  }),
  /** For each prompt, in order. */
  reply: z.array(z.object({ own: z.nullable(knownPostSchema), others: z.nullable(knownPostSchema) })),
  bodyLimit: MAX_BODY_BYTES,
})

/** A post as a file describes it. Files of examples are not imported. */
const importedPostSchema = z.omit(createPostSchema, {
  exampleFiles: true,
  isPrivate: true,
  topicId: true,
  remixOf: true,
  requestKey: true,
  draftId: true,
})

export const importPosts = endpoint({
  method: 'POST',
  path: '/api/user/import',
  summary:
    'Create posts with texts from elsewhere, private unless you say otherwise; prompts that you have are left out',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'import-posts', max: MAX_IMPORTS_PER_DAY, windowSeconds: 86_400 },
  errors: ['account-muted'],
  body: z.object({
    posts: z.array(importedPostSchema).check(z.minLength(1), z.maxLength(MAX_IMPORTED_POSTS)),
    isPrivate: z._default(z.boolean(), true),
    topicId: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))),
  }),
  /** What each post of the request is, in their order. */
  reply: z.array(
    z.object({
      /** `exists` if you have a post with this prompt already. */
      status: z.enum(['created', 'exists', 'rejected']),
      id: z.nullable(z.int()),
      url: z.nullable(z.string()),
      /** Why it was rejected. */
      message: z.nullable(z.string()),
    }),
  ),
  bodyLimit: MAX_BODY_BYTES,
})

import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'

/** A tag in a path or query string, in any spelling. */
export const tagSchema = z.pipe(
  z.string().check(z.maxLength(200, 'This is not a tag')),
  z.pipe(z.transform(normalizeTag), z.string().check(z.refine(isValidTag, 'This is not a tag'))),
)

export const tagInfoSchema = z.object({ name: z.string(), postCount: z.int() })
export type TagInfo = z.output<typeof tagInfoSchema>

export const suggestTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  summary: 'Suggest tags of public posts that begin with these letters, the most used first',
  tag: 'Posts',
  access: 'signed-in',
  scope: 'read',
  query: z.object({ prefix: tagSchema }),
  /** `postCount` is as of the last hourly refresh. */
  reply: z.array(tagInfoSchema),
})

export const getTag = endpoint({
  method: 'GET',
  path: '/api/tags/:tag',
  summary: 'Get a tag of public posts; one that an admin has renamed leads to its new name',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['tag-not-found'],
  params: z.object({ tag: tagSchema }),
  reply: tagInfoSchema,
  cacheSeconds: 30,
})

export const tagSortOptions = ['posts', 'posts-asc', 'name', 'name-desc'] as const

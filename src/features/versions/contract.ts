import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { postCardSchema } from '#features/posts/contract.ts'
import { exportFormatSchema, exportTypes } from '#features/posts/contract-export.ts'
import { type PostFieldName, postFieldNames } from '#features/posts/contract-fields.ts'

const versionFields = {
  number: z.int(),
  createdAt: dateSchema,
  /** The member who wrote the version; null if their account has been deleted. */
  user: z.nullable(authorSchema),
  /** The author's note about the change; may be empty. */
  note: z.string(),
  /** The number of the earlier version that this one restores; null unless it was restored. */
  restoredFrom: z.nullable(z.int()),
  /** The member who suggested the version; null if nobody did, or if their account has been deleted. */
  suggestedBy: z.nullable(authorSchema),
  /** The names of the fields that differ from the previous version. */
  changed: z.array(z.enum(postFieldNames)),
  /**
   * The numbers of words that the title, the description and the prompt have gained and lost since the previous
   * version; null if there is none, or if the version was written before they were counted.
   */
  addedWords: z.nullable(z.int()),
  removedWords: z.nullable(z.int()),
}

/** A version of a post, without the fields' values (docs/spec/data.md#versions). */
const versionSchema = z.object(versionFields)
export type Version = z.output<typeof versionSchema>

/** The current state of the post to which the versions belong. */
export const versionedPostSchema = z.pick(postCardSchema, {
  id: true,
  title: true,
  userId: true,
  isPrivate: true,
  privateId: true,
  seoSlug: true,
  topic: true,
  version: true,
  hasResults: true,
})
export type VersionedPost = z.output<typeof versionedPostSchema>

const everyField = Object.fromEntries(postFieldNames.map((name) => [name, true])) as Record<
  PostFieldName,
  true
>

const fullVersionSchema = z.object({
  ...versionFields,
  ...z.pick(postCardSchema, { ...everyField, promptLength: true, promptTruncated: true }).shape,
})
export type FullVersion = z.output<typeof fullVersionSchema>

const post = z.object({ id: idSchema })
const version = z.object({ id: idSchema, number: idSchema })

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/posts/:id/versions',
  summary: 'List the versions of a post, newest first',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: post,
  query: z.object({ before: z.optional(idSchema) }),
  /** `before` is the cursor of the next page; null on the last page. */
  reply: z.object({
    post: versionedPostSchema,
    versions: z.array(versionSchema),
    before: z.nullable(z.int()),
  }),
  cacheSeconds: 5,
  next: ({ before }: { before: number | null }) => (before === null ? null : { before }),
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/posts/:id/versions/:number',
  summary: 'Get a post as it was at a version; visitors get the beginning of the prompt',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found', 'version-not-found'],
  params: version,
  reply: z.object({ post: versionedPostSchema, version: fullVersionSchema }),
  cacheSeconds: 5,
})

export const exportVersion = endpoint({
  method: 'GET',
  path: '/api/posts/:id/versions/:number/export',
  summary: 'Download a version of a prompt as a file that other programs read; visitors get its beginning',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  rateLimit: { name: 'export-post', max: 1_200, windowSeconds: 3_600 },
  errors: ['post-not-found', 'version-not-found'],
  params: version,
  query: exportFormatSchema,
  reply: z.unknown(),
  streamedTypes: exportTypes,
})

export const textChangeSchema = z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) })

export const compareVersions = endpoint({
  method: 'GET',
  path: '/api/posts/:id/versions/compare',
  summary: 'Compare two versions of a post; for visitors, with the beginnings of their prompts',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  // Comparing long texts takes up to a fifth of a second of a worker thread.
  expensive: { name: 'compare', max: 120 },
  errors: ['post-not-found', 'version-not-found'],
  params: post,
  query: z.object({ from: idSchema, to: idSchema }),
  reply: z.object({
    post: versionedPostSchema,
    from: versionSchema,
    to: versionSchema,
    /** True if a prompt was truncated for this viewer. */
    isCut: z.boolean(),
    /**
     * The fields that differ. A text field is split into pieces; lists, such as models or files, have one
     * piece per item.
     */
    fields: z.array(z.object({ name: z.enum(postFieldNames), changes: z.array(textChangeSchema) })),
  }),
  cacheSeconds: 5,
})
export type VersionComparison = z.output<typeof compareVersions.reply>

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/posts/:id/versions/:number/restore',
  summary: 'Make your post what it was at a version, as a new version',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'edit', max: 300, windowSeconds: 3_600 },
  errors: [
    'account-muted',
    'not-allowed',
    'post-not-found',
    'post-restricted',
    'removed-prompt',
    'version-not-found',
    'version-withdrawn',
    'newcomer-limit',
  ],
  params: version,
  reply: postCardSchema,
})

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/versions/:number',
  summary: 'Delete an older version of your post for good',
  tag: 'Posts',
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'edit', max: 300, windowSeconds: 3_600 },
  errors: ['not-allowed', 'post-not-found', 'version-not-found', 'version-is-current'],
  params: version,
  reply: z.object({}),
})

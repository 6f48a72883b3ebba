import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { postIdsBodySchema, postIdsSchema } from '#core/bulk-schemas.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema, searchTextSchema } from '#core/query-schemas.ts'
import { postCardSchema } from '#features/posts/contract.ts'
import { promptFileFormats } from '#features/posts/contract-values.ts'
import { collectionDescriptionSchema, collectionFormSchema } from './contract-form.ts'
import { collectionRoles, collectionVisibilities, exportFormats } from './contract-values.ts'

/** A collection without its items (docs/spec/data.md#collections). */
export const collectionSchema = z.object({
  /** The unguessable id in the collection's link. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  visibility: z.enum(collectionVisibilities),
  user: authorSchema,
  /** The number of posts in the collection that the viewer can see. In lists of collections, 100 means 100 or more. */
  itemCount: z.int(),
  /** The first picture of each of the first four posts that have one and that the viewer can see. */
  coverFiles: z.array(z.string()),
  createdAt: dateSchema,
  updatedAt: dateSchema,
})
export type Collection = z.output<typeof collectionSchema>

/** A collection as shown on its own page. */
const collectionDetailsSchema = z.extend(collectionSchema, {
  /** The viewer's role in the collection; null if they have none. */
  role: z.nullable(z.enum(collectionRoles)),
  /** The members other than the owner who can change the collection's items. */
  editors: z.array(authorSchema),
  /** The number of followers, counted only up to 1,000. */
  followerCount: z.int(),
  isFollowed: z.boolean(),
  /** Whether moderators have removed it. Only its owner, its editors and moderators can then read it. */
  isRemoved: z.boolean(),
})
export type CollectionDetails = z.output<typeof collectionDetailsSchema>

const itemSchema = z.object({
  /** The item's position in the sort order. Positions can have gaps. */
  position: z.int(),
  note: z.string(),
  addedAt: dateSchema,
  post: postCardSchema,
})
export type CollectionItem = z.output<typeof itemSchema>

export const collectionParamsSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{22}$/, 'Not a valid id')),
})
const tag = 'Collections'
export const collectionWriteLimit = { name: 'collection', max: 600, windowSeconds: 3_600 } as const
export const collectionOwnerErrors = ['collection-not-found', 'not-allowed'] as const

export const listOwnCollections = endpoint({
  method: 'GET',
  path: '/api/user/collections',
  summary:
    'List the collections that you own or edit, the last changed first; with `postId`, whether each contains that post, or those posts',
  tag,
  access: 'signed-in',
  scope: 'private',
  query: z.object({ postId: z.optional(postIdsSchema(limits.bulkPosts)) }),
  /**
   * `hasPost` is true if the collection contains all of the requested posts, `hasSomePosts` if it contains at least
   * one.
   */
  reply: z.array(z.extend(collectionSchema, { hasPost: z.boolean(), hasSomePosts: z.boolean() })),
})

export const listMemberCollections = endpoint({
  method: 'GET',
  path: '/api/users/:username/collections',
  summary: "List a member's public collections, the last changed first",
  tag,
  access: 'anyone',
  scope: 'read',
  errors: ['user-not-found'],
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  reply: z.array(collectionSchema),
  cacheSeconds: 5,
})

export const getCollection = endpoint({
  method: 'GET',
  path: '/api/collections/:id',
  summary:
    'Get a collection with a page of its posts; `after` is the position of the last one before, and `q` searches them with the syntax of the search',
  tag,
  access: 'anyone',
  scope: 'read',
  errors: ['collection-not-found'],
  params: collectionParamsSchema,
  expensive: { name: 'collection-search', max: 300, when: ({ q }: { q: string }) => q !== '' },
  query: z.object({ after: z.optional(idSchema), q: searchTextSchema }),
  /** `after` is the cursor of the next page, or null on the last page. */
  reply: z.object({
    collection: collectionDetailsSchema,
    items: z.array(itemSchema),
    after: z.nullable(z.int()),
  }),
  // The link to a non-public collection is secret.
  isSecret: true,
  next: ({ after }: { after: number | null }) => (after === null ? null : { after }),
})
export type CollectionPage = z.output<typeof getCollection.reply>

export const exportCollection = endpoint({
  method: 'GET',
  path: '/api/collections/:id/export',
  summary:
    'Download a collection as Markdown, JSON or a zip archive with a file for each post, in any format of single posts (`files`): whole prompts for members, their beginnings for visitors',
  tag,
  access: 'anyone',
  scope: 'read',
  rateLimit: { name: 'export-collection', max: 20, windowSeconds: 3_600 },
  /** A download counts towards this limit once for every ten posts. */
  expensive: { name: 'read-collection-export', max: 4_000 },
  errors: ['collection-not-found'],
  params: collectionParamsSchema,
  query: z.object({
    format: z.enum(exportFormats, 'Choose markdown, json or zip'),
    /** The format of the files in a zip archive, as of a single post; by default Markdown for reading. */
    files: z.optional(z.enum(promptFileFormats, `files must be ${promptFileFormats.join(', ')}`)),
  }),
  isSecret: true,
  reply: z.unknown(),
  streamedTypes: ['text/markdown', 'application/json', 'application/zip'],
})

export const createCollection = endpoint({
  method: 'POST',
  path: '/api/collections',
  summary:
    'Create a collection, with its first post if there is a `postId`, or with several if there are `ids`',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'create-collection', max: 60, windowSeconds: 3_600 },
  errors: ['post-not-found', 'private-post-read-only', 'too-many-collections'],
  body: z.extend(collectionFormSchema, {
    postId: z.optional(z.int().check(z.positive())),
    ids: z.optional(postIdsBodySchema.shape.ids),
  }),
  reply: collectionSchema,
})

export const updateCollection = endpoint({
  method: 'PATCH',
  path: '/api/collections/:id',
  summary:
    'Change the name, the description or the visibility of your collection; `If-Match` names the `updatedAt` that you have read',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: [...collectionOwnerErrors, 'collection-restricted', 'changed-since-read'],
  params: collectionParamsSchema,
  body: z.partial(
    z.object({
      title: collectionFormSchema.shape.title,
      description: collectionDescriptionSchema,
      visibility: z.enum(collectionVisibilities, 'Choose who can see it'),
    }),
  ),
  reply: collectionSchema,
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id',
  summary: 'Delete your collection; its posts stay',
  tag,
  access: 'also-suspended',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: collectionOwnerErrors,
  params: collectionParamsSchema,
  reply: z.object({}),
})

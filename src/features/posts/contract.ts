import { hiddenKinds } from '@prompt-collection/hidden-text/finding'
import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { commentSchema } from '#core/comment.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { postLabels, postRestrictions } from '#core/post-restrictions.ts'
import { idSchema } from '#core/query-schemas.ts'
import { fileErrorCodes } from '#features/media/contract-values.ts'
import { topicNameSchema } from '#features/topics/contract.ts'
import { getPostField, type PostFieldName, type PostFields, postFieldNames } from './contract-fields.ts'
import { createPostSchema, updatePostSchema } from './contract-form.ts'

const storedShapeOf = (name: PostFieldName): z.ZodMiniType => {
  const field = getPostField(name)
  if (field.kind === 'text') return z.string()
  return field.kind === 'choice' ? z.enum(field.options, field.unknown) : z.array(z.string())
}

/** The response schemas of the fields that members write. */
export const storedPostFieldSchemas = Object.fromEntries(
  postFieldNames.map((name) => [name, storedShapeOf(name)]),
) as {
  [Name in PostFieldName]: z.ZodMiniType<PostFields[Name], PostFields[Name]>
}

/** What a text of a post hides: the number of invisible characters, or of places of another kind. */
export const hiddenTextSchema = z.object({
  field: z.enum(['title', 'description', 'prompt']),
  kind: z.enum(hiddenKinds),
  count: z.int(),
})
export type HiddenText = z.output<typeof hiddenTextSchema>

const cardFields = {
  id: z.int(),
  /** `prompt` is truncated depending on the viewer; see `promptLength` and `promptTruncated`. */
  ...storedPostFieldSchemas,
  /** The usernames of the members that the description mentions. */
  mentions: z.array(z.string()),
  /** Length of the whole prompt in characters (code points). */
  promptLength: z.int(),
  promptTruncated: z.boolean(),
  userId: z.int(),
  topicId: z.nullable(z.int()),
  isPrivate: z.boolean(),
  /** Why only the author and those who look after the site see the post; null for nearly all posts. A restricted post is private. */
  restriction: z.nullable(z.enum(postRestrictions)),
  /** What moderators say about the post. */
  labels: z.array(z.enum(postLabels)),
  /** True if the post is based on another post. */
  isRemix: z.boolean(),
  /** True if anyone has reported how the prompt worked with a model. */
  hasResults: z.boolean(),
  /** True if anyone has suggested an edit, even if it has been decided. */
  hasSuggestedEdits: z.boolean(),
  privateId: z.nullable(z.string()),
  seoSlug: z.string(),
  createdAt: dateSchema,
  /** The number of the post's current version. */
  version: z.int(),
  /** Grows with each edit, also when edits within ten minutes share a version. `If-Match` of an edit names it. */
  revision: z.int(),
  score: z.int(),
  commentCount: z.int(),
  bookmarkCount: z.int(),
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  user: authorSchema,
  /** The viewer's own vote (1, -1, or 0 for none). Likewise, `isBookmarked` refers to the viewer's own bookmark. */
  myVote: z.int(),
  isBookmarked: z.boolean(),
  /** True if the viewer wrote, bookmarked or has already revealed the post. False for visitors. */
  isRevealed: z.boolean(),
  /** What the whole texts hide, also beyond what `prompt` contains. Absent if nothing has been found. */
  hiddenText: z.optional(z.array(hiddenTextSchema)),
}

/** A post as a card in lists (docs/spec/data.md#posts). */
export const postCardSchema = z.object(cardFields)
export type PostCard = z.output<typeof postCardSchema>

/** The reports on a prompt for one model: how many report that it worked, and how many there are in total. */
export const modelTallySchema = z.object({ model: z.string(), worked: z.int(), total: z.int() })
export type ModelTally = z.output<typeof modelTallySchema>

/**
 * A post on its own page: a card with its comments as a tree. Only the best branches of a large tree are
 * included; `commentsAfter` is the cursor for the remaining top-level comments, or null if there are none.
 */
export const postPageSchema = z.object({
  ...cardFields,
  /** When the newest version was written; null if the post was never edited. */
  editedAt: z.nullable(dateSchema),
  /** The tallies for the current prompt, the most reliable model first. */
  tallies: z.array(modelTallySchema),
  /** The number of suggested edits that the viewer can read and the author has not decided on. */
  suggestedEdits: z.int(),
  comments: z.array(commentSchema),
  commentsAfter: z.nullable(z.string()),
})
export type PostPage = z.output<typeof postPageSchema>

export { postMessages } from './contract-messages.ts'

export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'Get a post with its comments',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: z.object({ id: idSchema }),
  reply: postPageSchema,
  cacheSeconds: 5,
})

export const getPostBySlug = endpoint({
  method: 'GET',
  path: '/api/t/:topicName/:seoSlug',
  summary: 'Get a post by topic and slug, even if the topic in the path is out of date',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found'],
  params: z.object({ topicName: topicNameSchema, seoSlug: z.string().check(z.maxLength(400)) }),
  reply: postPageSchema,
  cacheSeconds: 5,
})

export const getPrivatePost = endpoint({
  method: 'GET',
  path: '/api/private/:privateId',
  summary: 'Get a private post by its secret link',
  tag: 'Posts',
  access: 'anyone',
  scope: 'private',
  errors: ['private-post-not-found'],
  params: z.object({ privateId: z.string().check(z.maxLength(100)) }),
  reply: postPageSchema,
  isSecret: true,
})

export type CreatePostInput = z.output<typeof createPostSchema>
export type PostUpdate = z.output<typeof updatePostSchema>

const MAX_POST_BODY_BYTES = limits.exampleFiles * limits.fileDataUrl + 1_000_000

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  summary: 'Publish a post, or create a private post',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'publish', max: 120, windowSeconds: 3_600 },
  errors: [
    ...fileErrorCodes,
    'account-muted',
    'private-source',
    'duplicate-prompt',
    'removed-prompt',
    'post-not-found',
    'newcomer-limit',
  ],
  body: createPostSchema,
  reply: postCardSchema,
  bodyLimit: MAX_POST_BODY_BYTES,
})

/** Lets the form warn members before they publish the same prompt in another topic. */
export const findDuplicatePrompt = endpoint({
  method: 'POST',
  path: '/api/posts/same-prompt',
  summary: 'Find your public post of the last 24 hours with the same prompt',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'private',
  rateLimit: { name: 'same-prompt', max: 600, windowSeconds: 3_600 },
  body: z.pick(createPostSchema, { prompt: true }),
  reply: z.object({
    post: z.nullable(z.object({ id: z.int(), topicId: z.nullable(z.int()), url: z.string() })),
  }),
  bodyLimit: 1_000_000,
})

export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  summary: 'Edit your own post, except its topic and privacy; `If-Match: "7"` edits revision 7 only',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'edit', max: 300, windowSeconds: 3_600 },
  errors: [
    ...fileErrorCodes,
    'account-muted',
    'not-allowed',
    'post-not-found',
    'post-restricted',
    'removed-prompt',
    'changed-since-read',
    'newcomer-limit',
  ],
  params: z.object({ id: idSchema }),
  body: updatePostSchema,
  reply: postCardSchema,
  bodyLimit: MAX_POST_BODY_BYTES,
})

export const renewPrivateLink = endpoint({
  method: 'POST',
  path: '/api/posts/:id/private-link',
  summary: 'Renew the link of your own private post; the old link and the access it gave end immediately',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'renew-link', max: 30, windowSeconds: 3_600 },
  errors: ['post-not-found', 'not-allowed', 'post-not-private'],
  params: z.object({ id: idSchema }),
  reply: z.object({ privateId: z.string(), url: z.string() }),
})

/** Counts the votes that would be deleted along with the post. Cards show only their sum. */
export const countPostVotes = endpoint({
  method: 'GET',
  path: '/api/posts/:id/votes',
  summary: 'Count the votes on your own post',
  tag: 'Posts',
  access: 'completed-profile',
  scope: 'private',
  errors: ['post-not-found', 'not-allowed'],
  params: z.object({ id: idSchema }),
  reply: z.object({ count: z.int() }),
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  summary: 'Delete your own post with its comments and votes',
  tag: 'Posts',
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'unpublish', max: 300, windowSeconds: 3_600 },
  errors: ['post-not-found', 'not-allowed'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})

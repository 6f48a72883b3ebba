import * as z from 'zod/mini'
import { commentPageSchema, commentSchema } from '#core/comment.ts'
import { endpoint } from '#core/endpoint.ts'
import { fixedField } from '#core/fixed-field-schema.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { commentMessages } from './contract-values.ts'

export { type Comment, type CommentPage, commentPageSchema, commentSchema } from '#core/comment.ts'
export { COMMENT_EDIT_WINDOW_MS, commentMessages } from './contract-values.ts'

export const commentSorts = ['top', 'new'] as const
export type CommentSort = (typeof commentSorts)[number]

const contentSchema = textSchema(limits.comment, {
  required: commentMessages.empty,
  tooLong: commentMessages.tooLong,
})
const idInBody = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

export const addComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  summary: 'Comment on a post, or reply to one of its comments',
  tag: 'Comments and votes',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'comment', max: 120, windowSeconds: 3_600 },
  errors: [
    'newcomer-limit',
    'post-not-found',
    'comment-not-found',
    'private-post-read-only',
    'duplicate-comment',
  ],
  body: z.object({
    content: contentSchema,
    postId: idInBody,
    parentId: z.optional(z.nullable(idInBody)),
    /**
     * The idempotency key: a repeated request with the same key returns the comment that the first one
     * created.
     */
    requestKey: z.optional(z.uuid()),
  }),
  reply: commentSchema,
})

export const editComment = endpoint({
  method: 'PATCH',
  path: '/api/comments/:id',
  summary:
    'Edit your own comment within 15 minutes of posting it; `replies` is empty, and `If-Match` names the `updatedAt` that you have read',
  tag: 'Comments and votes',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'edit-comment', max: 120, windowSeconds: 3_600 },
  errors: [
    'comment-not-found',
    'not-allowed',
    'edit-window-closed',
    'private-post-read-only',
    'duplicate-comment',
    'changed-since-read',
    'newcomer-limit',
  ],
  params: z.object({ id: idSchema }),
  body: z.object({
    content: contentSchema,
    postId: fixedField(commentMessages.placeFixed),
    parentId: fixedField(commentMessages.placeFixed),
  }),
  reply: commentSchema,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: "Delete your own comment; one with replies is replaced by '[deleted]'",
  tag: 'Comments and votes',
  access: 'also-suspended',
  scope: 'write',
  rateLimit: { name: 'uncomment', max: 300, windowSeconds: 3_600 },
  errors: ['comment-not-found', 'not-allowed'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})

const pageQueryFields = {
  sort: z._default(z.enum(commentSorts, 'sort must be top or new'), 'top'),
  after: z.optional(z.string().check(z.regex(/^-?\d{1,10}\.\d{1,15}\.[1-9]\d{0,9}$/, 'after is not valid'))),
  parentId: z.optional(idSchema),
  at: z.optional(idSchema),
}

/**
 * Lists comments that the post's own response does not include: more top-level comments (`after`), more replies to a
 * comment (`parentId` and `after`), or the conversation around a comment (`at`: the comment with its nearest
 * ancestors and its replies).
 */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  summary: "List a post's comments page by page",
  tag: 'Comments and votes',
  access: 'anyone',
  scope: 'read',
  errors: ['post-not-found', 'comment-not-found'],
  params: z.object({ id: idSchema }),
  query: z.object({
    ...pageQueryFields,
    /**
     * Deprecated, but still accepted from pages that were loaded before an update. `listPrivateComments` keeps the
     * secret out of the query string.
     */
    privateId: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: commentPageSchema,
  cacheSeconds: 5,
  next: ({ after }: { after: string | null }) => (after === null ? null : { after }),
})

/**
 * Lists the comments on a private post, which anyone with its link can read. Takes the same parameters as
 * `listComments`, except for the post's id.
 */
export const listPrivateComments = endpoint({
  method: 'GET',
  path: '/api/private/:privateId/comments',
  summary: "List a private post's comments page by page by its secret link",
  tag: 'Comments and votes',
  access: 'anyone',
  scope: 'private',
  errors: ['private-post-not-found', 'comment-not-found'],
  params: z.object({ privateId: z.string().check(z.maxLength(100)) }),
  query: z.object(pageQueryFields),
  reply: commentPageSchema,
  isSecret: true,
  next: ({ after }: { after: string | null }) => (after === null ? null : { after }),
})

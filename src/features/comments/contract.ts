import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape } from '#core/query-shapes.ts'
import { textShape } from '#core/text-shape.ts'

export const authorShape = z.object({ id: z.int(), username: z.string(), avatar: z.nullable(z.string()) })
export type Author = z.output<typeof authorShape>

const commentFields = {
  id: z.int(),
  content: z.string(),
  userId: z.nullable(z.int()),
  postId: z.int(),
  parentId: z.nullable(z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its author last changed the text; null if it is as it was posted. */
  editedAt: z.nullable(z.string()),
  score: z.int(),
  /** Its text and author are gone, its replies stay. */
  isDeleted: z.boolean(),
  user: z.nullable(authorShape),
  myVote: z.int(),
  /** Direct replies that are not among `replies`; 100 stands for that many or more. */
  moreReplies: z.int(),
}

export type Comment = z.output<z.ZodMiniObject<typeof commentFields>> & { replies: Comment[] }

/** A function of its own, so that who needs no shape is not made to carry one that refers to itself. */
const treeShape = (): z.ZodMiniType<Comment> => {
  const shape: z.ZodMiniType<Comment> = z.object({
    ...commentFields,
    get replies(): z.ZodMiniArray<z.ZodMiniType<Comment>> {
      return z.array(shape)
    },
  })
  return shape
}

/** A comment with its replies, nested (section 3). */
export const commentShape = treeShape()

/**
 * Comments of one level with their best branches; `after` leads to the next ones, null where there are none.
 */
export const commentsShape = z.object({ comments: z.array(commentShape), after: z.nullable(z.string()) })
export type Comments = z.output<typeof commentsShape>

export const messages = {
  notFound: 'Comment not found',
  empty: 'Comment cannot be empty',
  tooLong: `Comment must be at most ${limits.comment} characters`,
  tooDeep: 'This conversation is too deep to go on here. Please reply further up.',
  again: 'You have posted this comment within the last day already',
  editTooLate: 'You can edit a comment only within 15 minutes of posting it.',
  deleteFailed: 'Failed to delete comment',
} as const

/** For how long after posting a comment its author can edit it. */
export const EDIT_WINDOW_MS = 15 * 60_000

export const commentSorts = ['top', 'new'] as const
export type CommentSort = (typeof commentSorts)[number]

const contentShape = textShape(limits.comment, { required: messages.empty, tooLong: messages.tooLong })
const idInBody = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

export const addComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  summary: 'Comment on a post, or reply to one of its comments',
  tag: 'Comments and votes',
  body: z.object({
    content: contentShape,
    postId: idInBody,
    parentId: z.optional(z.nullable(idInBody)),
    /** The same key sent again by the same member answers the comment it made, whatever else is sent. */
    requestKey: z.optional(z.uuid()),
  }),
  reply: commentShape,
})

export const editComment = endpoint({
  method: 'PATCH',
  path: '/api/comments/:id',
  summary: 'Edit your own comment within 15 minutes of posting it; `replies` is empty',
  tag: 'Comments and votes',
  params: z.object({ id: idShape }),
  body: z.object({ content: contentShape }),
  reply: commentShape,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: "Delete one's own comment; with replies, '[deleted]' stays in its place",
  tag: 'Comments and votes',
  params: z.object({ id: idShape }),
  reply: z.object({}),
})

const partFields = {
  sort: z._default(z.enum(commentSorts, 'sort must be top or new'), 'top'),
  after: z.optional(
    z.string().check(z.regex(/^-?\d{1,10}\.\d{1,15}\.[1-9]\d{0,9}$/, 'after is not a place in the list')),
  ),
  parentId: z.optional(idShape),
  at: z.optional(idShape),
}

/**
 * More than a post's own answer carries: further top-level comments (`after`), further replies of one
 * (`parentId` and `after`), or the conversation around one (`at`: some ancestors, it, and what is below it).
 */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  summary: "A post's comments, part by part",
  tag: 'Comments and votes',
  params: z.object({ id: idShape }),
  query: z.object({
    ...partFields,
    /**
     * Accepted from pages of the previous version; `listPrivateComments` keeps the secret out of the query
     * string.
     */
    privateId: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: commentsShape,
  visitorCache: 5,
})

/** The same for a private post, to anyone who has its link. */
export const listPrivateComments = endpoint({
  method: 'GET',
  path: '/api/private/:privateId/comments',
  summary: "A private post's comments by its unguessable link, part by part",
  tag: 'Comments and votes',
  params: z.object({ privateId: z.string().check(z.maxLength(100)) }),
  query: z.object(partFields),
  reply: commentsShape,
  isSecret: true,
})

import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape } from '#core/query-shapes.ts'
import { postTypeShape } from '#features/catalogue/contract.ts'
import { authorShape, commentShape } from '#features/comments/contract.ts'
import { createPostShape, updatePostShape } from '#features/posts/contract-form.ts'
import { topicNameShape } from '#features/topics/contract.ts'

const cardFields = {
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Cut for whoever asks: see `promptLength` and `promptTruncated`. */
  prompt: z.string(),
  /** Of the whole prompt, in characters. */
  promptLength: z.int(),
  promptTruncated: z.boolean(),
  type: postTypeShape,
  models: z.array(z.string()),
  exampleFiles: z.array(z.string()),
  userId: z.int(),
  topicId: z.nullable(z.int()),
  isPrivate: z.boolean(),
  privateId: z.nullable(z.string()),
  seoSlug: z.string(),
  createdAt: z.string(),
  score: z.int(),
  commentCount: z.int(),
  bookmarkCount: z.int(),
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  user: authorShape,
  /** The asking member's own vote (1, -1, or 0 for none) and bookmark. */
  myVote: z.int(),
  isBookmarked: z.boolean(),
  /** For a member: their own post, one they bookmarked, or one they revealed before. False for visitors. */
  isRevealed: z.boolean(),
}

/** A post as lists carry it (section 3, read shape). */
export const postCardShape = z.object(cardFields)
export type PostCard = z.output<typeof postCardShape>

/**
 * A post as its own page carries it: the same, with its comments as a tree, of a large one the best branches.
 * `commentsAfter` leads to further top-level comments, null where there are none.
 */
export const postPageShape = z.object({
  ...cardFields,
  comments: z.array(commentShape),
  commentsAfter: z.nullable(z.string()),
})
export type PostPage = z.output<typeof postPageShape>

export const messages = {
  notFound: 'Post not found',
  privateNotFound: 'Private Post Not Found',
  topicGone: 'Topic not found',
  again: 'You already published this prompt in this topic within the last day',
  notPrivate: 'This post is public, so it has no private link',
  renewed: 'Private link renewed',
  renewFailed: 'The private link could not be renewed',
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
} as const

export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'A post with its comments',
  tag: 'Posts',
  params: z.object({ id: idShape }),
  reply: postPageShape,
  visitorCache: 5,
})

export const getPostBySlug = endpoint({
  method: 'GET',
  path: '/api/t/:topicName/:seoSlug',
  summary: 'A post by topic and slug; the topic given may be out of date',
  tag: 'Posts',
  params: z.object({ topicName: topicNameShape, seoSlug: z.string().check(z.maxLength(400)) }),
  reply: postPageShape,
  visitorCache: 5,
})

export const getPrivatePost = endpoint({
  method: 'GET',
  path: '/api/private/:privateId',
  summary: 'A private post by its unguessable link',
  tag: 'Posts',
  params: z.object({ privateId: z.string().check(z.maxLength(100)) }),
  reply: postPageShape,
  isSecret: true,
})

export type CreatePost = z.output<typeof createPostShape>
export type UpdatePost = z.output<typeof updatePostShape>

const POST_BODY = limits.exampleFiles * limits.fileDataString + 1_000_000

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  summary: 'Publish a post, or keep it behind a private link',
  tag: 'Posts',
  body: createPostShape,
  reply: postCardShape,
  bodyLimit: POST_BODY,
})

/** For a warning before the same prompt is published in another topic too. */
export const findSamePrompt = endpoint({
  method: 'POST',
  path: '/api/posts/same-prompt',
  summary: 'The public post in which you published the same prompt within the last day',
  tag: 'Posts',
  body: z.pick(createPostShape, { prompt: true }),
  reply: z.object({
    post: z.nullable(z.object({ id: z.int(), topicId: z.nullable(z.int()), url: z.string() })),
  }),
  bodyLimit: 1_000_000,
})

export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  summary: "Change one's own post; topic and privacy stay",
  tag: 'Posts',
  params: z.object({ id: idShape }),
  body: updatePostShape,
  reply: postCardShape,
  bodyLimit: POST_BODY,
})

export const renewPrivateLink = endpoint({
  method: 'POST',
  path: '/api/posts/:id/private-link',
  summary: "Give one's own private post a new link; the old one and the access it gave end at once",
  tag: 'Posts',
  params: z.object({ id: idShape }),
  reply: z.object({ privateId: z.string(), url: z.string() }),
})

/** What a deletion would take along and a card does not tell. */
export const countPostVotes = endpoint({
  method: 'GET',
  path: '/api/posts/:id/votes',
  summary: "How many members have voted on one's own post",
  tag: 'Posts',
  params: z.object({ id: idShape }),
  reply: z.object({ count: z.int() }),
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  summary: "Delete one's own post with its comments and votes",
  tag: 'Posts',
  params: z.object({ id: idShape }),
  reply: z.object({}),
})

import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, apiQueryFn } from '#web/api-client.ts'
import {
  entityTreeTraversal,
  fieldTraversal,
  infiniteDataTraversal,
  listTraversal,
  nullableTraversal,
} from '#web/entities.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { Comment, CommentPage, CommentSort, listComments, listPrivateComments } from '../contract.ts'
import type { listMemberComments } from '../contract-member.ts'

declare module '#web/entities.ts' {
  interface Entities {
    comment: Comment
  }
}

const comments = listTraversal<Comment>(entityTreeTraversal('comment', 'replies'))
const page = fieldTraversal<'comments', Comment[], CommentPage>('comments', comments)
const moreCommentsKey = defineQueryKey('more-comments', { entities: infiniteDataTraversal(page) })
const conversationKey = defineQueryKey('conversation', { entities: nullableTraversal(page) })
const ownCommentsKey = defineQueryKey('own-comments', { entities: comments })

/** The fields of a post that are needed to fetch its comments. */
export type CommentedPost = { id: number; privateId: string | null }

type PageQuery = { sort?: CommentSort; parentId?: number; after?: string; at?: number }

/**
 * Sends a private post's secret in the path rather than in the query string, which is more likely to be
 * recorded by proxies and logs.
 */
const fetchPage = ({ id, privateId }: CommentedPost, query: PageQuery) =>
  privateId === null
    ? apiQueryFn<typeof listComments>('GET /api/posts/:id/comments', { params: { id }, query })
    : apiQueryFn<typeof listPrivateComments>('GET /api/private/:privateId/comments', {
        params: { privateId },
        query,
      })

/** Fetches more comments at a level, page by page from `after`: top-level comments, or replies to `parentId`. */
export const moreCommentsQuery = (
  post: CommentedPost,
  { sort, parentId, after = '' }: { sort: CommentSort; parentId: number | null; after?: string | null },
) =>
  infiniteQueryOptions({
    queryKey: moreCommentsKey(post.id, sort, parentId ?? 0),
    queryFn: ({ pageParam, meta }): Promise<CommentPage> =>
      fetchPage(post, {
        sort,
        ...(parentId === null ? {} : { parentId }),
        ...(pageParam ? { after: pageParam } : {}),
      })({ meta }),
    initialPageParam: after ?? '',
    getNextPageParam: (page) => page.after,
  })

/**
 * Fetches the conversation around a comment for its permalink page. Returns null if the comment does not exist, in
 * which case the request is not retried.
 */
export const conversationQuery = (post: CommentedPost, commentId: number) =>
  queryOptions({
    queryKey: conversationKey(post.id, commentId),
    queryFn: ({ meta }): Promise<CommentPage | null> =>
      fetchPage(post, { at: commentId })({ meta }).catch(nullIfNotFound),
  })

/**
 * The comments that the member has just posted on this post. They are merged into the list, which may not include them
 * yet.
 */
export const justPostedCommentsQuery = (postId: number) =>
  queryOptions<Comment[]>({ queryKey: ownCommentsKey(postId), queryFn: skipToken })

export const containsComment = (comments: readonly Comment[], id: number): boolean =>
  comments.some((comment) => comment.id === id || containsComment(comment.replies, id))

const nullIfNotFound = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

const memberCommentsKey = defineQueryKey('member-comments')

/**
 * Fetches a page of a member's comments on public posts, newest first. If `before` is set, fetches only comments
 * older than the one with that id.
 */
export const memberCommentsQuery = (username: string, before?: number) =>
  queryOptions({
    queryKey: memberCommentsKey(username.toLowerCase(), before ?? null),
    queryFn: apiQueryFn<typeof listMemberComments>('GET /api/users/:username/comments', {
      params: { username },
      query: before === undefined ? {} : { before },
    }),
  })

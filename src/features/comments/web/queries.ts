import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import type { Comment, CommentSort, Comments } from '#features/comments/contract.ts'
import { listComments, listPrivateComments } from '#features/comments/contract.ts'
import { CallError, call } from '#web/call.ts'

/** What a post's comments are asked for with. */
export type Discussed = { id: number; privateId: string | null }

type Part = { sort?: CommentSort; parentId?: number; after?: string; at?: number }

/**
 * The secret of a private post stands in the path, not in the query string, which proxies and logs keep more
 * often.
 */
const fetchPart = ({ id, privateId }: Discussed, query: Part): Promise<Comments> =>
  privateId === null
    ? call(listComments, { params: { id }, query })
    : call(listPrivateComments, { params: { privateId }, query })

/**
 * Further comments of a level, page by page: of the post's own, or of the replies to `parentId`, from `after`
 * on.
 */
export const moreCommentsQuery = (
  post: Discussed,
  { sort, parentId, after = '' }: { sort: CommentSort; parentId: number | null; after?: string | null },
) =>
  infiniteQueryOptions({
    queryKey: ['comments', post.id, sort, parentId ?? 0] as const,
    queryFn: ({ pageParam }): Promise<Comments> =>
      fetchPart(post, {
        sort,
        ...(parentId === null ? {} : { parentId }),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: after ?? '',
    getNextPageParam: (page) => page.after,
  })

/**
 * The conversation around one comment, for its own link; null where the comment is gone, which is not asked
 * again.
 */
export const conversationQuery = (post: Discussed, commentId: number) =>
  queryOptions({
    queryKey: ['comments', post.id, 'at', commentId] as const,
    queryFn: (): Promise<Comments | null> => fetchPart(post, { at: commentId }).catch(nullWhereGone),
  })

/**
 * What the member has just said on this post: shown beside what the server lists, which may not reach that
 * far.
 */
export const ownCommentsQuery = (postId: number) =>
  queryOptions<Comment[]>({ queryKey: ['comments', postId, 'own'], queryFn: skipToken })

/** Whether a comment is anywhere in a tree. */
export const isInTree = (comments: readonly Comment[], id: number): boolean =>
  comments.some((comment) => comment.id === id || isInTree(comment.replies, id))

const nullWhereGone = (error: unknown): null => {
  if (error instanceof CallError && error.status === 404) return null
  throw error
}

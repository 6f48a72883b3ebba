import { notFound, redirect } from '@tanstack/react-router'
import { orNotFound } from '#app/web/or-not-found.ts'
import type { RouterContext } from '#app/web/router-context.ts'
import { conversationQuery, isInTree } from '#features/comments/web/queries.ts'
import { messages, type PostPage } from '#features/posts/contract.ts'
import { postHead } from '#features/posts/web/post-head.ts'
import type { postQuery, privatePostQuery, slugPostQuery } from '#features/posts/web/queries.ts'

export type PostQuery =
  | ReturnType<typeof postQuery>
  | ReturnType<typeof slugPostQuery>
  | ReturnType<typeof privatePostQuery>

const ID = /^[1-9]\d{0,8}$/

/** An id in a path as a number; anything else is a page that is not found. */
export const idIn = (text: string): number => {
  if (!ID.test(text)) throw notFound()
  return Number(text)
}

/** In a loader: the post that the page shows. */
export const loadPost = ({ queryClient }: RouterContext, query: PostQuery): Promise<PostPage> =>
  // The keys differ, the answers do not.
  orNotFound(queryClient.ensureQueryData(query as ReturnType<typeof postQuery>))

/** In a loader: the conversation around a comment that is not among the first; the page itself says where there is none. */
export const loadComment = async (
  { queryClient }: RouterContext,
  post: PostPage,
  commentId: number,
): Promise<void> => {
  if (!isInTree(post.comments, commentId)) await queryClient.prefetchQuery(conversationQuery(post, commentId))
}

/** In a head: from what the loader has fetched. */
export const headOfPost = ({ queryClient, site }: RouterContext, query: PostQuery) => {
  const post = queryClient.getQueryData<PostPage>(query.queryKey)
  return post ? postHead(post, site) : { meta: [{ title: messages.notFound }] }
}

/** Sends on for good to where the page really is. */
export const moveTo = (href: string) => redirect({ href, statusCode: 301 })

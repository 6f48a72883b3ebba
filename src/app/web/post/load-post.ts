import { orNotFound } from '#app/web/or-not-found.ts'
import { conversationQuery, isInTree } from '#features/comments/web/queries.ts'
import { messages, type PostPage } from '#features/posts/contract.ts'
import { postHead } from '#features/posts/web/post-head.ts'
import type { postQuery, privatePostQuery, slugPostQuery } from '#features/posts/web/queries.ts'
import { NotFound } from '#web/navigation/outcome.ts'
import type { Head, PageContext } from '#web/navigation/page.ts'

export type PostQuery =
  | ReturnType<typeof postQuery>
  | ReturnType<typeof slugPostQuery>
  | ReturnType<typeof privatePostQuery>

const ID = /^[1-9]\d{0,8}$/

/** An id in a path as a number; anything else is a page that is not found. */
export const idIn = (text: string): number => {
  if (!ID.test(text)) throw new NotFound()
  return Number(text)
}

/** For loading: the post that the page shows. */
export const loadPost = ({ queryClient }: PageContext, query: PostQuery): Promise<PostPage> =>
  // The keys differ, the answers do not.
  orNotFound(queryClient.ensureQueryData(query as ReturnType<typeof postQuery>))

/** For loading: the conversation around a comment that is not among the first; the page itself says where there is none. */
export const loadComment = async (
  { queryClient }: PageContext,
  post: PostPage,
  commentId: number,
): Promise<void> => {
  if (!isInTree(post.comments, commentId)) await queryClient.prefetchQuery(conversationQuery(post, commentId))
}

const MISSING_POST: Head = { title: `Post - ${messages.notFound}` }
/** Without a title of its own the page has the site's, as every private post. */
export const MISSING_PRIVATE_POST: Head = {}

/** From what was loaded, or `missing` where there is no such post. */
export const headOfPost = (
  { queryClient, site }: PageContext,
  query: PostQuery,
  missing: Head = MISSING_POST,
): Head => {
  const post = queryClient.getQueryData<PostPage>(query.queryKey)
  return post ? postHead(post, site) : missing
}

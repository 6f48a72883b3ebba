import { containsComment, conversationQuery } from '#features/comments/web/queries.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { postMessages } from '#features/posts/contract-messages.ts'
import { can } from '#features/posts/policy.ts'
import { loadHiddenText } from '#features/posts/web/hidden-text-code.ts'
import { createPostHead } from '#features/posts/web/post-head.ts'
import type { postBySlugQuery, postQuery, privatePostQuery } from '#features/posts/web/queries.ts'
import { lineageQuery, relatedPostsQuery } from '#features/posts/web/remix/queries.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { NotFound, type PageContext, type PageHead } from '#web/navigation/page.ts'

export type PostQuery =
  | ReturnType<typeof postQuery>
  | ReturnType<typeof postBySlugQuery>
  | ReturnType<typeof privatePostQuery>

const ID = /^[1-9]\d{0,8}$/

/** Parses an id in a path. Throws `NotFound` for any other text. */
export const parseId = (text: string): number => {
  if (!ID.test(text)) throw new NotFound()
  return Number(text)
}

/** For a page's `load`: loads the post with its related posts and the post that it is based on. */
export const loadPost = async ({ queryClient }: PageContext, query: PostQuery): Promise<PostPage> => {
  // The two kinds of query have different keys, but their responses have the same type.
  const post = await queryClient.ensureQueryData(query as ReturnType<typeof postQuery>)
  const user = queryClient.getQueryData(currentUserQuery.queryKey) ?? null
  // These requests are optional: if they fail, the page still loads.
  await Promise.all([
    post.hiddenText && loadHiddenText().catch(() => null),
    post.isPrivate ? null : queryClient.prefetchQuery(relatedPostsQuery(post.id)),
    post.isRemix && can.openVersions(user, post) ? queryClient.prefetchQuery(lineageQuery(post.id)) : null,
  ])
  return post
}

/**
 * For a page's `load`: loads the conversation around a comment that is not on the first page. If the comment does not
 * exist, the page shows a notice.
 */
export const loadComment = async (
  { queryClient }: PageContext,
  post: PostPage,
  commentId: number,
): Promise<void> => {
  if (!containsComment(post.comments, commentId))
    await queryClient.prefetchQuery(conversationQuery(post, commentId))
}

const MISSING_POST: PageHead = { title: `Post - ${postMessages.notFound}` }
/**
 * The head for a missing private post. It has no title, so the page gets the site's title, as every private post does.
 */
export const MISSING_PRIVATE_POST_HEAD: PageHead = {}

/** Returns the head of the loaded post, or `missing` if there is no such post. */
export const getLoadedPostHead = (
  { queryClient, site }: PageContext,
  query: PostQuery,
  missing: PageHead = MISSING_POST,
): PageHead => {
  const post = queryClient.getQueryData<PostPage>(query.queryKey)
  return post ? createPostHead(post, site) : missing
}

import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '#features/comments/contract.ts'
import { texts } from '#features/comments/web/texts.ts'
import { refetchPost } from '#features/votes/web/refetch-post.ts'
import { isComment, isPost, patchEverywhere } from '#web/cache.ts'
import { outdateFigures } from '#web/figures.ts'

/** A comment that is deleted leaves '[deleted]' at once; what the server makes of it follows. */
export const takeCommentAway = (
  client: QueryClient,
  { id, postId }: Pick<Comment, 'id' | 'postId'>,
): Promise<void> => {
  patchEverywhere(client, isComment(id), (gone: Comment) => ({
    ...gone,
    ...{ isDeleted: true, content: texts.deleted, user: null, userId: null },
  }))
  patchEverywhere(client, isPost(postId), (post: { commentCount: number }) => ({
    ...post,
    commentCount: Math.max(0, post.commentCount - 1),
  }))
  outdateFigures(client)
  return refetchPost(client, postId)
}

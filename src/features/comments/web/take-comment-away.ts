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
  focusBeside(id)
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

/** Who works with keys goes on beside the comment that goes, above it, or where comments begin. */
const focusBeside = (id: number): void => {
  const gone = document.getElementById(`comment-${id}`)
  const next = [gone?.nextElementSibling, gone?.previousElementSibling, gone?.parentElement]
    .map((one) => one?.closest<HTMLElement>('article[id^="comment-"], #comments'))
    .find((one) => one && one !== gone)
  // Once the dialog has given the focus back to what goes.
  setTimeout(() => next?.focus({ preventScroll: true }), 50)
}

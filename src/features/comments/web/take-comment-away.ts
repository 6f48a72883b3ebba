import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '#features/comments/contract.ts'
import { texts } from '#features/comments/web/texts.ts'
import { refetchPost } from '#features/votes/web/refetch-post.ts'
import { isComment, isPost, patchEverywhere } from '#web/cache.ts'
import { outdateFigures } from '#web/figures.ts'

/** Replaces a deleted comment by '[deleted]' at once and then refetches the post. */
export const takeCommentAway = (
  client: QueryClient,
  { id, postId }: Pick<Comment, 'id' | 'postId'>,
): Promise<void> => {
  focusNeighbour(id)
  patchEverywhere(client, isComment(id), (comment: Comment) => ({
    ...comment,
    isDeleted: true,
    content: texts.deleted,
    user: null,
    userId: null,
  }))
  patchEverywhere(client, isPost(postId), (post: { commentCount: number }) => ({
    ...post,
    commentCount: Math.max(0, post.commentCount - 1),
  }))
  outdateFigures(client)
  return refetchPost(client, postId)
}

/**
 * Keeps the keyboard position: moves the focus to a neighbouring comment, the parent, or the comment section.
 */
const focusNeighbour = (id: number): void => {
  const removed = document.getElementById(`comment-${id}`)
  const next = [removed?.nextElementSibling, removed?.previousElementSibling, removed?.parentElement]
    .map((element) => element?.closest<HTMLElement>('article[id^="comment-"], #comments'))
    .find((element) => element && element !== removed)
  // After the dialog has returned the focus to the removed comment.
  setTimeout(() => next?.focus({ preventScroll: true }), 50)
}

import type { QueryClient } from '@tanstack/react-query'
import { refetchPost } from '#features/posts/web/refetch-post.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import type { Comment } from '../contract.ts'
import { commentTexts } from './texts.ts'

/** Immediately replaces a deleted comment with '[deleted]', then refetches the post. */
export const removeCommentOptimistically = (
  client: QueryClient,
  { id, postId }: Pick<Comment, 'id' | 'postId'>,
): Promise<void> => {
  focusNeighbour(id)
  patchEntity(client, 'comment', id, (comment) => ({
    ...comment,
    isDeleted: true,
    content: commentTexts.deleted,
    user: null,
    userId: null,
  }))
  patchEntity(client, 'post', postId, (post) => ({
    ...post,
    commentCount: Math.max(0, post.commentCount - 1),
  }))
  void invalidateLists(client, 'stats')
  return refetchPost(client, postId)
}

/**
 * Keeps keyboard users near the removed comment by moving the focus to a neighbouring comment, the parent or
 * the comment section.
 */
const focusNeighbour = (id: number): void => {
  const removed = document.getElementById(`comment-${id}`)
  const next = [removed?.nextElementSibling, removed?.previousElementSibling, removed?.parentElement]
    .map((element) => element?.closest<HTMLElement>('article[id^="comment-"], #comments'))
    .find((element) => element && element !== removed)
  // Runs after the dialog has returned the focus to the removed comment.
  setTimeout(() => next?.focus({ preventScroll: true }), 50)
}

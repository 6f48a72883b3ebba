import type { Account } from '#core/viewer.ts'
import { COMMENT_EDIT_WINDOW_MS } from './contract-values.ts'

/**
 * Permissions for comments, shared by routes and buttons: only the author can edit or delete a comment, and
 * an admin can remove other people's comments with a reason (docs/spec/privacy.md#roles).
 */
export const can = {
  deleteComment: (viewer: Account | null, comment: { userId: number | null }): boolean =>
    viewer !== null && viewer.id === comment.userId,
  /**
   * Comments can be edited only for 15 minutes after they are posted. The browser checks this limit against its own
   * clock; the server makes the final decision, using the database's clock.
   */
  editComment: (
    viewer: Account | null,
    comment: { userId: number | null; createdAt: Date },
    now = Date.now(),
  ): boolean =>
    viewer !== null &&
    !viewer.isMuted &&
    viewer.id === comment.userId &&
    now - comment.createdAt.getTime() < COMMENT_EDIT_WINDOW_MS,
  removeComment: (viewer: Account | null, comment: { userId: number | null }): boolean =>
    viewer?.isAdmin === true && viewer.id !== comment.userId,
}

import type { Viewer } from '#core/viewer.ts'
import { EDIT_WINDOW_MS } from './contract.ts'

/**
 * Permissions for comments, shared by routes and buttons: only the author can edit and delete a comment, and
 * an admin can remove those of others with a reason (docs/spec/privacy.md#roles).
 */
export const can = {
  deleteComment: (viewer: Viewer, comment: { userId: number | null }): boolean =>
    viewer !== null && viewer.id === comment.userId,
  /** The browser checks the 15 minutes with its own clock; the server decides with the database's. */
  editComment: (
    viewer: Viewer,
    comment: { userId: number | null; createdAt: string },
    now = Date.now(),
  ): boolean =>
    viewer !== null &&
    !viewer.isMuted &&
    viewer.id === comment.userId &&
    now - Date.parse(comment.createdAt) < EDIT_WINDOW_MS,
  removeComment: (viewer: Viewer, comment: { userId: number | null }): boolean =>
    viewer?.isAdmin === true && viewer.id !== comment.userId,
} as const

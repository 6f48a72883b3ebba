import type { Viewer } from '#core/viewer.ts'
import { EDIT_WINDOW_MS } from '#features/comments/contract.ts'

/**
 * Section 6: only a comment's author edits and deletes it; an admin removes another's, with a reason. The
 * routes and the buttons ask the same.
 */
export const may = {
  deleteComment: (who: Viewer, comment: { userId: number | null }): boolean =>
    who !== null && who.id === comment.userId,
  /** For 15 minutes, by the browser's clock; the server decides by the database's. */
  editComment: (
    who: Viewer,
    comment: { userId: number | null; createdAt: string },
    now = Date.now(),
  ): boolean =>
    who !== null &&
    !who.isMuted &&
    who.id === comment.userId &&
    now - Date.parse(comment.createdAt) < EDIT_WINDOW_MS,
  removeComment: (who: Viewer, comment: { userId: number | null }): boolean =>
    who?.isAdmin === true && who.id !== comment.userId,
} as const

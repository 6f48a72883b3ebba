import type { Viewer } from '#core/viewer.ts'

/** Section 6: only a comment's author deletes it; an admin removes another's, with a reason. The routes and the buttons ask the same. */
export const may = {
  deleteComment: (who: Viewer, comment: { userId: number | null }): boolean =>
    who !== null && who.id === comment.userId,
  removeComment: (who: Viewer, comment: { userId: number | null }): boolean =>
    who?.isAdmin === true && who.id !== comment.userId,
} as const

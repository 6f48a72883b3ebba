import type { Viewer } from '#core/viewer.ts'

/** Section 6: only a comment's author deletes it. The route and the button ask the same. */
export const may = {
  deleteComment: (who: Viewer, comment: { userId: number | null }): boolean =>
    who !== null && who.id === comment.userId,
} as const

import { limits } from '#core/limits.ts'

export const commentMessages = {
  placeFixed: "A comment can't be moved",
  empty: 'Comment cannot be empty',
  tooLong: `Comment must be at most ${limits.comment} characters`,
  tooDeep: 'This conversation is too deep for another reply. Please reply to an earlier comment.',
  blocked: '[hidden: you have blocked this member]',
  deleteFailed: 'Failed to delete comment',
} as const

/** The time after posting a comment during which its author can edit it. */
export const COMMENT_EDIT_WINDOW_MS = 15 * 60_000

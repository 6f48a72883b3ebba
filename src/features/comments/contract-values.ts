import { limits } from '#core/limits.ts'

export const messages = {
  notFound: 'Comment not found',
  empty: 'Comment cannot be empty',
  tooLong: `Comment must be at most ${limits.comment} characters`,
  tooDeep: 'This conversation is too deep for another reply. Please reply to an earlier comment.',
  duplicate: 'You already posted this comment within the last day',
  editWindowClosed: 'You can only edit a comment within 15 minutes of posting it.',
  deleteFailed: 'Failed to delete comment',
} as const

/** How long the author can edit a comment after posting it. */
export const EDIT_WINDOW_MS = 15 * 60_000

import { limits } from '#core/limits.ts'

export const messages = {
  empty: 'Feedback cannot be empty',
  tooLong: `Feedback must be at most ${limits.feedback} characters`,
  again: 'We already have your feedback from today.',
} as const

import { limits } from '#core/limits.ts'

export const messages = {
  empty: 'Feedback cannot be empty',
  tooLong: `Feedback must be at most ${limits.feedback} characters`,
  again: 'You have sent this already today. We have it.',
} as const

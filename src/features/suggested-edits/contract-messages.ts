import { limits } from '#core/limits.ts'

export const suggestedEditMessages = {
  reasonRequired: 'Say what your change improves',
  reasonTooLong: `The reason must be at most ${limits.versionNote} characters`,
  answerTooLong: `The answer must be at most ${limits.suggestedEditAnswer} characters`,
  answerRequired: 'Say what should change',
  nothingChanged: 'Change at least one of the texts',
} as const

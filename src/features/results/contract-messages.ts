import { limits } from '#core/limits.ts'

export const resultMessages = {
  unknownModel: 'This model is not in the catalogue',
  noteTooLong: `The note must be at most ${limits.resultNote} characters`,
  exampleTooLong: `The example must be at most ${limits.resultExample} characters`,
} as const

import { limits } from '#core/limits.ts'
import { MAX_SANCTION_DAYS } from './contract-values.ts'

export const moderationMessages = {
  reasonRequired: 'Choose a reason',
  wordsLong: `Write at most ${limits.moderationWords.toLocaleString('en')} characters`,
  noteRequired: 'Write a note',
  wordsRequired: 'Say why',
  daysInvalid: `The number of days must be from 1 to ${MAX_SANCTION_DAYS}`,
} as const

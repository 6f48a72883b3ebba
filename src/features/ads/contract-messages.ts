import { limits } from '#core/limits.ts'

export const messages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.adName} characters`,
  email: 'Please enter a valid email address',
  again: 'You have sent this request already today. We have it.',
} as const

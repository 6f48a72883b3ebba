import { limits } from '#core/limits.ts'

export const messages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.adName} characters`,
  email: 'Please enter a valid email address',
  again: 'We already have your request from today.',
} as const

import { limits } from '#core/limits.ts'
/** The longest reason that an admin may give, in characters. */

export const messages = {
  reasonRequired: 'A reason is required',
  reasonLong: `The reason must be at most ${limits.reason} characters`,
  notFound: 'Not found',
} as const

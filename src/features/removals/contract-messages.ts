/** The longest reason that an admin may give, in characters. */
export const REASON_MOST = 500

export const messages = {
  reasonRequired: 'A reason is required',
  reasonLong: `The reason must be at most ${REASON_MOST} characters`,
  notFound: 'Not found',
} as const

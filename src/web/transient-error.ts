import { ApiError } from './api-client.ts'

/** Returns whether the same call may succeed later: after a lost connection, too many requests or a server failure. */
export const isTransientError = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500

import { CallError } from './api-client.ts'

/** Whether the same call may succeed later: after a lost connection, too many requests or a failure of the server. */
export const isTransientError = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 429 || error.status >= 500

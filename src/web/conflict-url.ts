import { ApiError } from './api-client.ts'

/** Returns the URL of the existing item that caused a call to fail with 409; null for other errors. */
export const getConflictUrl = (error: unknown): string | null =>
  error instanceof ApiError ? error.conflictUrl : null

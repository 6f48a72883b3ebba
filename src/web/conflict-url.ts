import { CallError } from './api-client.ts'

/** Returns the URL of the existing item that caused a call to fail with 409; null for other errors. */
export const conflictUrlOf = (error: unknown): string | null =>
  error instanceof CallError ? error.conflictUrl : null

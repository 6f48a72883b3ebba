import { CallError } from './api-client.ts'

/** The page of the existing item that made a call fail with 409; null for other errors. */
export const conflictUrlOf = (error: unknown): string | null =>
  error instanceof CallError ? error.conflictUrl : null

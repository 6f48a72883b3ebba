import { CallError } from '#web/call.ts'

/** The page of the existing item that made a call fail with 409; null for other errors. */
export const pageIn = (error: unknown): string | null =>
  error instanceof CallError ? error.conflictUrl : null

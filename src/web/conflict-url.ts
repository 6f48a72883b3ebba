import { CallError } from './api-client.ts'

/** The page of the existing item because of which a call failed with 409; null for other errors. */
export const conflictUrlOf = (error: unknown): string | null =>
  error instanceof CallError ? error.conflictUrl : null

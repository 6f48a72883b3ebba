import { CallError } from '#web/call.ts'

/** The page of what is there already, where a call was refused for it (409). */
export const pageIn = (error: unknown): string | null =>
  error instanceof CallError ? error.conflictUrl : null

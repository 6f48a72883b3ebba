export const CLOSED = 'Popup closed by user'

const REASONS = [
  CLOSED,
  'Popup closed',
  'Popup blocked by user',
  'Attempted to navigate on a disposed window',
  'No state in response',
  'No matching state found in storage',
]

const STORAGE_ERRORS = new Set(['QuotaExceededError', 'SecurityError'])

/**
 * Whether a sign-in that failed in the popup is to be tried by redirect: the popup was blocked or closed, or a storage
 * or initial-state error occurred (section 4).
 */
export const needsRedirect = (error: unknown): boolean =>
  error instanceof Error && (REASONS.includes(error.message) || STORAGE_ERRORS.has(error.name))

export const CLOSED = 'Popup closed by user'

const POPUP_ERRORS = [
  CLOSED,
  'Popup closed',
  'Popup blocked by user',
  'Attempted to navigate on a disposed window',
  'No state in response',
  'No matching state found in storage',
]

const STORAGE_ERRORS = new Set(['QuotaExceededError', 'SecurityError'])

/**
 * Whether a failed popup sign-in is retried by redirect: the popup was blocked or closed, or a storage or
 * initial-state error occurred (docs/spec/flows.md#sign-in).
 */
export const needsRedirect = (error: unknown): boolean =>
  error instanceof Error && (POPUP_ERRORS.includes(error.message) || STORAGE_ERRORS.has(error.name))

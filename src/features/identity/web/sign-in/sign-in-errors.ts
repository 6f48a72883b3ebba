import { ErrorResponse } from 'oidc-client-ts'
import { ApiError } from '#web/api-client.ts'
import { signInDialogTexts } from './texts.ts'

/** Thrown if the page is open at another address than that of the site, where browsers block its own sign-in. */
class OtherAddressError extends Error {}

/** Throws if a page of this origin cannot use the site's own sign-in, because that has another origin. */
export const requireSiteAddress = (authority: string, pageOrigin: string): void => {
  const { origin } = new URL(authority)
  if (origin !== pageOrigin) throw new OtherAddressError(signInDialogTexts.otherAddress(origin))
}

/**
 * Returns true if the person clicked Cancel on the provider's page (OpenID Connect Core 1.0 section 3.1.2.6).
 */
export const isCancelledByUser = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse && error.error === 'access_denied'

/**
 * Returns why a sign-in cannot succeed, such as on a site that accepts no new accounts; null if trying again may help.
 */
export const getRejectionMessage = (error: unknown): string | null => {
  if (error instanceof OtherAddressError) return error.message
  return (
    (error instanceof ApiError && (error.status === 403 || error.status === 429) && error.userMessage) || null
  )
}

export const POPUP_CLOSED_MESSAGE = 'Popup closed by user'

const POPUP_ERRORS = [
  POPUP_CLOSED_MESSAGE,
  'Popup closed',
  'Popup blocked by user',
  'Attempted to navigate on a disposed window',
  'No state in response',
  'No matching state found in storage',
]

const STORAGE_ERRORS = new Set(['QuotaExceededError', 'SecurityError'])

/**
 * Returns true if a failed popup sign-in should be retried by redirect, because the popup was blocked or closed, or
 * because of a storage or initial-state error (docs/spec/flows.md#sign-in).
 */
export const shouldFallBackToRedirect = (error: unknown): boolean =>
  error instanceof Error && (POPUP_ERRORS.includes(error.message) || STORAGE_ERRORS.has(error.name))

import { ErrorResponse } from 'oidc-client-ts'

/** Whether the person pressed Cancel on the provider's page (OpenID Connect Core 1.0 section 3.1.2.6). */
export const isCancelled = (error: unknown): error is ErrorResponse =>
  error instanceof ErrorResponse && error.error === 'access_denied'

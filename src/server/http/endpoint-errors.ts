import type { Access, Endpoint } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import { acceptsIdempotencyKey } from './respond-once.ts'
import { LARGE_BODY_BYTES } from './upload-limit.ts'

const byAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  anyone: [],
  'signed-in': ['not-signed-in'],
  'also-suspended': ['not-signed-in', 'profile-incomplete', 'account-waiting'],
  'completed-profile': ['not-signed-in', 'profile-incomplete', 'account-waiting', 'account-suspended'],
  active: ['not-signed-in', 'profile-incomplete', 'account-waiting', 'account-suspended', 'account-muted'],
  moderator: ['not-signed-in', 'profile-incomplete', 'account-waiting', 'account-suspended', 'not-allowed'],
  admin: ['not-signed-in', 'profile-incomplete', 'account-waiting', 'account-suspended', 'not-allowed'],
}

/** The errors that any endpoint can return. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'malformed-request',
  'request-rejected',
  'internal-error',
  'database-unavailable',
  'site-busy',
]

/**
 * The errors that invalid input can cause. An invalid path parameter, or an id outside the range of its
 * column, identifies no resource and therefore results in `not-found`.
 */
const INPUT: readonly ErrorCode[] = ['not-found', 'unstorable-text']
const BODY: readonly ErrorCode[] = ['body-too-large', 'unsupported-media-type', 'upload-too-slow']

/** The errors that a request with a token can cause. */
const TOKEN: readonly ErrorCode[] = ['two-credentials', 'token-invalid']

/** The errors that an `Idempotency-Key` can cause. */
const IDEMPOTENCY: readonly ErrorCode[] = [
  'validation-failed',
  'idempotency-key-reused',
  'request-in-progress',
]

/** Returns the error codes that a declaration implies and those that it lists in `errors`, without `COMMON_ERRORS`. */
export const getDeclaredErrors = (endpoint: Endpoint): ErrorCode[] => {
  const { method, access, scope, needsRecentSignIn, rateLimit, expensive, params, query, body, maxBytes } =
    endpoint
  const isWrite = method !== 'GET'
  const codes: ErrorCode[] = [
    ...byAccess[access],
    ...TOKEN,
    scope ? 'token-scope-missing' : 'token-not-accepted',
    ...(needsRecentSignIn ? (['recent-sign-in-required'] as const) : []),
    // Every write also counts towards its IP address's rate limit, and every request with a token towards its owner's.
    ...(isWrite || rateLimit || expensive || scope ? (['rate-limited'] as const) : []),
    ...(isWrite ? (['cross-origin-request'] as const) : []),
    ...(params || query || body ? INPUT : []),
    ...(query || body ? (['validation-failed'] as const) : []),
    ...(body || maxBytes ? BODY : []),
    ...((endpoint.bodyLimit ?? 0) > LARGE_BODY_BYTES ? (['uploads-busy'] as const) : []),
    ...(acceptsIdempotencyKey(endpoint) ? IDEMPOTENCY : []),
    ...(endpoint.errors ?? []),
  ]
  return [...new Set(codes)]
}

export const getPossibleErrors = (endpoint: Endpoint): ReadonlySet<ErrorCode> =>
  new Set([...getDeclaredErrors(endpoint), ...COMMON_ERRORS])

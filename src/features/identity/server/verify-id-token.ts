import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { HttpError } from '#core/http-error.ts'

/** An issuer whose ID tokens are accepted. */
export type TokenIssuer = {
  issuer: string
  audience: string
  findKeys(): Promise<JWTVerifyGetKey>
}

export type IdTokenClaims = {
  subject: string
  /** The time from which the token is rejected as expired. */
  endsAt: Date
  issuedAt: Date
  /** The time at which the person authenticated at the provider, or `iat` if the token does not contain it. */
  authenticatedAt: Date
  /** The `auth_time` claim as it is in the token. */
  authTime: Date | null
  nonce: string | null
  /** The id of the provider's own session, if the token has one. */
  providerSessionId: string | null
  email: string | null
  isEmailVerified: boolean
  name: string | null
}

/**
 * The accepted signature algorithms. All are asymmetric: with HS*, an attacker could sign with the public key as the
 * shared secret.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const CURVES = ['EdDSA', 'Ed25519']
const CLOCK_SKEW_SECONDS = 60
const MAX_AGE_SECONDS = 3_600

/**
 * Returns the claims of an ID token that the issuer signed for this client within the last hour. Keys come
 * from the issuer only; a token's own `jwk` and `jku` are ignored. Throws 401, or 503 if the issuer's keys
 * cannot be fetched.
 */
export const verifyIdToken = async (issuer: TokenIssuer, token: string): Promise<IdTokenClaims> => {
  const { payload, protectedHeader } = await jwtVerify(token, await issuer.findKeys(), {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms: [...ALGORITHMS, ...CURVES],
    clockTolerance: CLOCK_SKEW_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error: unknown) => {
    throw isUnavailable(error)
      ? new HttpError('sign-in-unavailable', { retryAfter: 5 })
      : new HttpError('sign-in-failed', { cause: error })
  })
  // Access tokens and logout tokens are signed with the same keys; `typ` and `events` tell them apart from ID
  // tokens.
  const { typ } = protectedHeader as { typ?: unknown }
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) throw invalidToken()
  if (payload.events !== undefined) throw invalidToken()
  const hasSeveralAudiences = Array.isArray(payload.aud) && payload.aud.length > 1
  if ((hasSeveralAudiences || payload.azp !== undefined) && payload.azp !== issuer.audience)
    throw invalidToken()
  return readClaims(payload)
}

const invalidToken = () => new HttpError('sign-in-failed')

/**
 * Validates values that are stored in a text column: PostgreSQL rejects U+0000, and all unpaired surrogates would be
 * stored as the same character.
 */
const storable = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** A claim that may be absent. OpenID Connect Core 1.0 section 5.3.2 says to omit it then, but some providers send null. */
const optional = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema))

/**
 * Validates the claims' types. The signature proves where the claims come from, but not that they have the types
 * required by OpenID Connect Core 1.0 section 2.
 */
const claimsSchema = z.object({
  sub: storable.check(z.minLength(1), z.maxLength(255)),
  iat: z.number(),
  exp: z.number(),
  // Some providers send 0 if they do not know when the person authenticated.
  auth_time: optional(z.number().check(z.nonnegative())),
  nonce: optional(z.string()),
  sid: optional(storable.check(z.maxLength(255))),
  email: optional(z.string()),
  // Some providers send `'True'` or 1. Only the boolean counts as verified, but nobody is locked out by the others.
  email_verified: optional(z.union([z.boolean(), z.string(), z.number()])),
  name: optional(z.string()),
})

const readClaims = (payload: JWTPayload): IdTokenClaims => {
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) throw Object.assign(invalidToken(), { cause: parsed.error })
  const { sub, exp, iat, auth_time, nonce, sid, email, email_verified, name } = parsed.data
  // `maxTokenAge` rejects the token an hour after `iat`, even if `exp` is later.
  const endsAt = Math.min(exp, iat + MAX_AGE_SECONDS) + CLOCK_SKEW_SECONDS
  return {
    subject: sub,
    endsAt: new Date(endsAt * 1000),
    issuedAt: new Date(iat * 1000),
    authTime: auth_time ? new Date(auth_time * 1000) : null,
    authenticatedAt: new Date(Math.min(auth_time || iat, iat) * 1000),
    nonce: nonce ?? null,
    providerSessionId: sid || null,
    email: email || null,
    isEmailVerified: email_verified === true,
    name: name || null,
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  // This is jose's code for a response from the key endpoint that is not 200 or not JSON.
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
  error instanceof TypeError

import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Failure, unavailable } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'

/** Whose tokens are believed. */
export type TokenIssuer = {
  issuer: string
  audience: string
  findKeys(): Promise<JWTVerifyGetKey>
}

export type Claims = {
  subject: string
  /** From this time on the token is refused as expired. */
  endsAt: Date
  /** When the person proved to the provider who they are; `iat` where the provider does not say. */
  authenticatedAt: Date
  nonce: string | null
  /** The provider's own session, if it names one. */
  providerSession: string | null
  email: string | null
  isEmailVerified: boolean
  name: string | null
}

/** Signatures by private keys only: with a shared secret (HS*) the public key would do as the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const CURVES = ['EdDSA', 'Ed25519']
const SKEW_SECONDS = 60
const OLDEST_SECONDS = 3_600

/**
 * The claims of an ID token that this issuer signed for us within the last hour. Keys come from the issuer alone: a
 * token's own `jwk` and `jku` are never looked at. Throws 401, or 503 where the issuer's keys cannot be had.
 */
export const verifyToken = async (issuer: TokenIssuer, token: string): Promise<Claims> => {
  const { payload, protectedHeader } = await jwtVerify(token, await issuer.findKeys(), {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms: [...ALGORITHMS, ...CURVES],
    clockTolerance: SKEW_SECONDS,
    maxTokenAge: OLDEST_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error: unknown) => {
    throw isAway(error)
      ? unavailable('The sign-in service is away for a moment')
      : Object.assign(refusal(), { cause: error })
  })
  // Access tokens and logout tokens are signed by the same keys; `typ` and `events` tell them from ID tokens.
  const { typ } = protectedHeader as { typ?: unknown }
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) throw refusal()
  if (payload.events !== undefined) throw refusal()
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1
  if ((isForSeveral || payload.azp !== undefined) && payload.azp !== issuer.audience) throw refusal()
  return readClaims(payload)
}

const refusal = () => new Failure(401, messages.loginFailedMore)

/** The value is stored in a text column: U+0000 is refused there, and two unpaired surrogates would be stored alike. */
const storable = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u))

/** A signature proves who wrote the claims, not that they have the types of OpenID Connect Core 1.0, section 2. */
const claimsShape = z.object({
  sub: storable.check(z.minLength(1), z.maxLength(255)),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.optional(z.number().check(z.positive())),
  nonce: z.optional(z.string()),
  sid: z.optional(storable.check(z.maxLength(255))),
  email: z.optional(z.string()),
  // Some providers write booleans as strings; a string never counts as verified.
  email_verified: z.optional(z.union([z.boolean(), z.literal(['true', 'false'])])),
  name: z.optional(z.string()),
})

const readClaims = (payload: JWTPayload): Claims => {
  const parsed = claimsShape.safeParse(payload)
  if (!parsed.success) throw Object.assign(refusal(), { cause: parsed.error })
  const { sub, exp, iat, auth_time, nonce, sid, email, email_verified, name } = parsed.data
  // `maxTokenAge` refuses the token an hour after `iat`, however late `exp` is.
  const endsAt = Math.min(exp, iat + OLDEST_SECONDS) + SKEW_SECONDS
  return {
    subject: sub,
    endsAt: new Date(endsAt * 1000),
    authenticatedAt: new Date(Math.min(auth_time ?? iat, iat) * 1000),
    nonce: nonce ?? null,
    providerSession: sid || null,
    email: email || null,
    isEmailVerified: email_verified === true,
    name: name || null,
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  // jose's own word for an answer of the key address that is not 200, or not JSON.
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
  error instanceof TypeError

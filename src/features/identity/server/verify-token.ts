import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
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
  endsAt: Date
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
  // Other signed things of the same issuer (access and logout tokens) say what they are.
  if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') throw refusal()
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1
  if ((isForSeveral || payload.azp !== undefined) && payload.azp !== issuer.audience) throw refusal()
  return readClaims(payload)
}

const refusal = () => new Failure(401, messages.loginFailedMore)

const readClaims = (payload: JWTPayload): Claims => {
  const { sub = '', exp = 0 } = payload
  if (sub.length === 0 || sub.length > 255 || sub.includes('\0')) throw refusal()
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    subject: sub,
    // Until when it could be shown to us again.
    endsAt: new Date((exp + SKEW_SECONDS) * 1000),
    email: text(payload.email),
    isEmailVerified: payload.email_verified === true,
    name: text(payload.name),
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  // jose's own word for an answer of the key address that is not 200, or not JSON.
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
  error instanceof TypeError

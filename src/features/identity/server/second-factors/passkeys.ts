import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashToken } from '#server/session/session-cookie.ts'
import { consumeChallenge, upsertChallenge } from './challenge-query.ts'
import { findPasskey, listCredentials, type Passkey, updateCounter } from './passkey-query.ts'

/** Loaded with the first passkey: the library and what it needs are 250 modules. */
const library = () => import('@simplewebauthn/server')

type Parts = { sql: Sql; config: Pick<Config, 'publicUrl' | 'siteName'> }

/** Ed25519, ES256 and RS256, by their numbers in COSE. The library adds ML-DSA-44, which Node calls experimental. */
const ALGORITHMS = [-8, -7, -257]
/** As long as a challenge is valid. */
const TIMEOUT_MS = 300_000

/** The relying party is the host of `PUBLIC_URL`, whatever a request says. */
const partyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** Browsers offer no passkeys to sites without a domain. */
export const supportsPasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) === 0

/** What a challenge is for. It can only be used for that, and by the browser that asked for it. */
export type ChallengePurpose =
  | { register: string }
  | { signIn: { uid: string } }
  | { secondStep: { uid: string } }

const hashPurpose = (purpose: ChallengePurpose): Buffer => hashToken(`passkey:${JSON.stringify(purpose)}`)

/** Returns what the browser needs to create a passkey for the account. */
export const createRegistrationOptions = async (
  { sql, config }: Parts,
  purpose: ChallengePurpose,
  { subject, email }: { subject: string; email: string },
) => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: config.siteName,
    rpID: partyOf(config).expectedRPID,
    userName: email,
    userID: new Uint8Array(Buffer.from(subject)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await listCredentials(sql, subject)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await upsertChallenge(sql, hashPurpose(purpose), options.challenge)
  return options
}

const toDescriptor = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports,
})

type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** Checks a new passkey against the challenge of its purpose. Returns null if anything does not fit. */
export const verifyRegistration = async (
  { sql, config }: Parts,
  purpose: ChallengePurpose,
  response: RegistrationResponseJSON,
): Promise<NewCredential | null> => {
  const expectedChallenge = await consumeChallenge(sql, hashPurpose(purpose))
  if (expectedChallenge === null) return null
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    ...partyOf(config),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }
}

/** Returns what the browser needs to sign in; with a subject, only that account's passkeys work. */
export const createAuthenticationOptions = async (
  { sql, config }: Parts,
  purpose: ChallengePurpose,
  subject: string | null,
) => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(config).expectedRPID,
    timeout: TIMEOUT_MS,
    userVerification: subject === null ? 'required' : 'preferred',
    ...(subject !== null && { allowCredentials: (await listCredentials(sql, subject)).map(toDescriptor) }),
  })
  await upsertChallenge(sql, hashPurpose(purpose), options.challenge)
  return options
}

/**
 * Returns the account that a passkey proves; null if anything does not fit. With a subject, the passkey has to be that
 * account's. Without one, it replaces the password too, so the device must have verified its user.
 */
export const verifyAuthentication = async (
  { sql, config }: Parts,
  purpose: ChallengePurpose,
  { response, subject }: { response: string; subject: string | null },
): Promise<string | null> => {
  const expectedChallenge = await consumeChallenge(sql, hashPurpose(purpose))
  const answer = parseAnswer(response)
  const passkey = expectedChallenge && answer && (await findPasskey(sql, answer.id))
  if (!passkey || (subject !== null && passkey.subject !== subject)) return null
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    ...partyOf(config),
    requireUserVerification: subject === null,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!result?.verified) return null
  const { newCounter: counter } = result.authenticationInfo
  return (await updateCounter(sql, { id: passkey.id, counter })) ? passkey.subject : null
}

const parseAnswer = (text: string): AuthenticationResponseJSON | null => {
  try {
    const answer = JSON.parse(text) as AuthenticationResponseJSON | null
    return typeof answer?.id === 'string' && typeof answer.response === 'object' ? answer : null
  } catch {
    return null
  }
}

import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import type { Authentication } from '../provider/account-query.ts'
import { consumeChallenge, upsertChallenge } from './challenge-query.ts'
import {
  type Passkey,
  selectPasskey,
  selectPasskeyCredentials,
  updatePasskeyCounter,
} from './passkey-query.ts'

/**
 * Loads the WebAuthn library when a passkey is first used, because it consists of 250 modules, including its
 * dependencies.
 */
const library = () => import('@simplewebauthn/server')

type Dependencies = { sql: Sql; config: Pick<Config, 'publicUrl' | 'siteName'> }

/**
 * The COSE identifiers of Ed25519, ES256 and RS256. The library's default also includes ML-DSA-44, which is
 * experimental in Node.
 */
const ALGORITHMS = [-8, -7, -257]
/** How long the browser gives the person to respond. Challenges are valid for the same time. */
const TIMEOUT_MS = 300_000

/**
 * Returns the WebAuthn relying party, which is always the host of `PUBLIC_URL`, regardless of the request's headers.
 */
const partyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** Returns false if `PUBLIC_URL` contains an IP address, because browsers support passkeys only for domain names. */
export const supportsPasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) === 0

/** The purpose of a challenge. A challenge is valid only for its purpose and in the browser that requested it. */
export type ChallengePurpose =
  | { register: string }
  | { signIn: { uid: string } }
  | { secondStep: { uid: string } }

const hashPurpose = (purpose: ChallengePurpose): Buffer =>
  hashSessionToken(`passkey:${JSON.stringify(purpose)}`)

/** Creates the WebAuthn options that a browser needs to create a passkey for the account. */
export const createRegistrationOptions = async (
  { sql, config }: Dependencies,
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
    excludeCredentials: (await selectPasskeyCredentials(sql, subject)).map(toDescriptor),
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

/** Verifies a new passkey against the challenge for the same purpose. Returns null if the verification fails. */
export const verifyRegistration = async (
  { sql, config }: Dependencies,
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

/**
 * Creates the WebAuthn options that a browser needs to sign in with a passkey. If a subject is given, they
 * allow only that account's passkeys.
 */
export const createAuthenticationOptions = async (
  { sql, config }: Dependencies,
  purpose: ChallengePurpose,
  subject: string | null,
) => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(config).expectedRPID,
    timeout: TIMEOUT_MS,
    userVerification: subject === null ? 'required' : 'preferred',
    ...(subject !== null && {
      allowCredentials: (await selectPasskeyCredentials(sql, subject)).map(toDescriptor),
    }),
  })
  await upsertChallenge(sql, hashPurpose(purpose), options.challenge)
  return options
}

/**
 * Verifies a passkey and returns the account it belongs to; null if the verification fails. If a subject is given,
 * the passkey must belong to that account. Otherwise the passkey replaces the password as well, so the device must
 * have verified its user.
 */
export const verifyAuthentication = async (
  { sql, config }: Dependencies,
  purpose: ChallengePurpose,
  { response, subject }: { response: string; subject: string | null },
): Promise<Authentication | null> => {
  const expectedChallenge = await consumeChallenge(sql, hashPurpose(purpose))
  const answer = parseAnswer(response)
  const passkey = expectedChallenge && answer && (await selectPasskey(sql, answer.id))
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
  return (await updatePasskeyCounter(sql, { id: passkey.id, counter })) ? passkey : null
}

const parseAnswer = (text: string): AuthenticationResponseJSON | null => {
  try {
    const answer = JSON.parse(text) as AuthenticationResponseJSON | null
    return typeof answer?.id === 'string' && typeof answer.response === 'object' ? answer : null
  } catch {
    return null
  }
}

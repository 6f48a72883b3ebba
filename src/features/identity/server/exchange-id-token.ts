import { HttpError } from '#core/http-error.ts'
import { truncateText } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { Logger } from '#server/log.ts'
import { createSessionToken, hashSessionToken } from '#server/session/session-cookie.ts'
import {
  type ConsumedToken,
  hashIdToken,
  insertConsumedToken,
  selectConsumedTokenFamily,
} from './consumed-token-query.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  type LocalAccount,
  lockLocalAccountForSignIn,
  selectAccountBySubject,
} from './provider/account-query.ts'
import { deleteSessions, insertSession, retireSessionFamily, selectSessionFamily } from './session-query.ts'
import { requireCurrentToken, signIn } from './sign-in.ts'
import { type IdTokenClaims, verifyIdToken } from './verify-id-token.ts'

type NewSession = {
  userId: number
  /** Throws if the sign-in has been revoked since. */
  requireCurrentSignIn(tx: AnySql): Promise<void>
  idToken: ConsumedToken
  authenticatedAt: Date
  providerSession: string | null
  userAgent: string
  /** The hash of the session cookie that came with the request. */
  previous: Buffer | null
}

const MAX_USER_AGENT_LENGTH = 300

/**
 * Opens a session for this browser and returns its token. Throws 401 if a concurrent request has already used the ID
 * token.
 */
const openSession = (sql: Sql, session: NewSession): Promise<string> =>
  sql.begin(async (tx) => {
    const { userId, previous, idToken } = session
    await session.requireCurrentSignIn(tx)
    const before = previous ? await selectSessionFamily(tx, previous) : null
    if (before?.userId === userId) await retireSessionFamily(tx, before.family)
    else if (before && previous) await deleteSessions(tx, { familyOf: previous })
    const token = createSessionToken()
    const family = await insertSession(tx, {
      tokenHash: hashSessionToken(token),
      userId,
      userAgent: truncateText(session.userAgent, MAX_USER_AGENT_LENGTH),
      family: before?.userId === userId ? before.family : null,
      authenticatedAt: session.authenticatedAt,
      providerSession: session.providerSession,
    })
    if (!(await insertConsumedToken(tx, idToken, family))) throw new HttpError('sign-in-failed')
    return token
  })

/**
 * Returns the user of an earlier sign-in with the same ID token. After a sign-in, every other tab of the browser
 * posts the same token (docs/spec/flows.md#sign-in). A replay from a browser with a session in the same family counts
 * as the same sign-in. Returns null if the token has not been used before. Throws 401 if a used token comes from any
 * other browser, or after signing out.
 */
const findReplayedSignIn = async (
  sql: AnySql,
  tokenHash: Buffer,
  session: Buffer | null,
): Promise<number | null> => {
  const family = await selectConsumedTokenFamily(sql, tokenHash)
  if (family === null) return null
  const current = session && (await selectSessionFamily(sql, session))
  if (current?.family !== family) throw new HttpError('sign-in-failed')
  return current.userId
}

type Dependencies = { sql: Sql; config: Config; identity: IdentityProvider; log: Logger }

type Exchange = {
  token: string
  displayName?: string | null | undefined
  email?: string | null | undefined
  nonce?: string | undefined
  address: string
  /** The hash of the invitation that the browser has accepted. */
  invitation: Buffer | null
  userAgent: string
  previous: Buffer | null
}

/**
 * Exchanges an ID token for a session (docs/spec/api.md#authentication). Returns the user and the session
 * token for the new cookie; the token is null if the browser's current session already comes from this ID
 * token.
 */
export const exchangeIdToken = async (
  { sql, config, identity, log }: Dependencies,
  { token, address, userAgent, previous, ...profile }: Exchange,
): Promise<{ userId: number; token: string | null }> => {
  const limit = { windowSeconds: 600, scale: config.rateLimitScale }
  // Only rejected tokens count towards the per-address limit, so that people who share an address do not lock
  // each other out.
  const claims = await verifyIdToken(identity.issuer, token).catch(async (error: unknown) => {
    await consumeAddressRateLimit(sql, { key: 'exchange', ip: address, max: 300, ...limit })
    throw error
  })
  if (profile.nonce !== undefined && profile.nonce !== claims.nonce) throw new HttpError('sign-in-failed')
  await consumeRateLimit(sql, { key: `exchange::${claims.subject}`, max: 100, ...limit })
  const idToken = { hash: hashIdToken(token), endsAt: claims.endsAt }
  const replayedUserId = await findReplayedSignIn(sql, idToken.hash, previous)
  if (replayedUserId !== null) return { userId: replayedUserId, token: null }
  // The account is checked as well, because an ID token stays valid for up to an hour after its account was deleted or
  // its sign-ins were revoked. The last check locks the account, so that no session opens while they are revoked.
  const requireCurrentAccount = async (tx: AnySql, find = lockLocalAccountForSignIn) => {
    if (isRevoked(claims, await find(tx, claims.subject))) throw new HttpError('sign-in-failed')
  }
  if (identity.isEmbedded) await requireCurrentAccount(sql, selectAccountBySubject)
  const { id } = await signIn({ sql, config, log }, claims, { ...profile, address })
  const requireCurrentSignIn = async (tx: AnySql) => {
    if (identity.isEmbedded) await requireCurrentAccount(tx)
    else await requireCurrentToken(tx, id, claims)
  }
  const { authenticatedAt, providerSessionId: providerSession } = claims
  const session = {
    userId: id,
    requireCurrentSignIn,
    idToken,
    authenticatedAt,
    providerSession,
    userAgent,
    previous,
  }
  return { userId: id, token: await openSession(sql, session) }
}

/** Returns true if the account is gone or its sign-ins have been revoked since the person authenticated. */
const isRevoked = ({ authTime }: IdTokenClaims, account: LocalAccount | null): boolean =>
  !account || (account.signedOutAt !== null && (!authTime || authTime < account.signedOutAt))

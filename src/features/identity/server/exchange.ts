import { Failure } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromAddressLimit, takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { Log } from '#server/log.ts'
import { findReposted } from './find-reposted.ts'
import type { Identity } from './identity.ts'
import { openSession } from './open-session.ts'
import { findAccountBySubject } from './provider/account-query.ts'
import { signIn } from './sign-in.ts'
import { hashIdToken } from './spent-token-query.ts'
import { verifyToken } from './verify-token.ts'

type Parts = { sql: Sql; config: Config; identity: Identity; log: Log }

type Exchange = {
  token: string
  displayName?: string | null | undefined
  email?: string | null | undefined
  nonce?: string | undefined
  address: string
  userAgent: string
  previous: Buffer | null
}

/**
 * Exchanges an ID token for a session (docs/spec/api.md#authentication). Returns the user and the session
 * token for the new cookie; the token is null if the browser's present session already comes from this ID
 * token.
 */
export const exchange = async (
  { sql, config, identity, log }: Parts,
  { token, address, userAgent, previous, ...profile }: Exchange,
): Promise<{ userId: number; token: string | null }> => {
  const limit = { seconds: 600, scale: config.rateLimitScale }
  // Per address only rejected tokens count, so that the people who share an address do not lock each other
  // out.
  const claims = await verifyToken(identity.issuer, token).catch(async (error: unknown) => {
    await takeFromAddressLimit(sql, { key: 'exchange', ip: address, most: 300, ...limit })
    throw error
  })
  if (profile.nonce !== undefined && profile.nonce !== claims.nonce)
    throw new Failure(401, messages.loginFailedMore)
  // An ID token stays valid for up to an hour after its account was deleted.
  if (identity.isEmbedded && !(await findAccountBySubject(sql, claims.subject)))
    throw new Failure(401, messages.loginFailedMore)
  await takeFromLimit(sql, { key: `exchange::${claims.subject}`, most: 100, ...limit })
  const idToken = { hash: hashIdToken(token), endsAt: claims.endsAt }
  const replayedUserId = await findReposted(sql, idToken.hash, previous)
  if (replayedUserId !== null) return { userId: replayedUserId, token: null }
  const { id } = await signIn({ sql, config, log }, claims, profile)
  const { authenticatedAt, providerSession } = claims
  const session = { userId: id, idToken, authenticatedAt, providerSession, userAgent, previous }
  return { userId: id, token: await openSession(sql, session) }
}

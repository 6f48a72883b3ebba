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

type Given = {
  token: string
  displayName?: string | null | undefined
  email?: string | null | undefined
  nonce?: string | undefined
  address: string
  userAgent: string
  previous: Buffer | null
}

/** An ID token becomes a session (section 7); answers whose, and its token for a new cookie, if one is due. */
export const exchange = async (
  { sql, config, identity, log }: Parts,
  { token, address, userAgent, previous, ...given }: Given,
): Promise<{ userId: number; token: string | null }> => {
  const limit = { seconds: 600, scale: config.rateLimitScale }
  // Only refused tokens count for an address, so that nobody keeps its other people out with them.
  const claims = await verifyToken(identity.issuer, token).catch(async (error: unknown) => {
    await takeFromAddressLimit(sql, { key: 'exchange', ip: address, most: 300, ...limit })
    throw error
  })
  if (given.nonce !== undefined && given.nonce !== claims.nonce)
    throw new Failure(401, messages.loginFailedMore)
  // Its token outlives a deleted account by up to an hour.
  if (identity.isEmbedded && !(await findAccountBySubject(sql, claims.subject)))
    throw new Failure(401, messages.loginFailedMore)
  await takeFromLimit(sql, { key: `exchange::${claims.subject}`, most: 100, ...limit })
  const idToken = { hash: hashIdToken(token), endsAt: claims.endsAt }
  const again = await findReposted(sql, idToken.hash, previous)
  if (again !== null) return { userId: again, token: null }
  const { id } = await signIn({ sql, config, log }, claims, given)
  const { authenticatedAt, providerSession } = claims
  const opening = { userId: id, idToken, authenticatedAt, providerSession, userAgent, previous }
  return { userId: id, token: await openSession(sql, opening) }
}

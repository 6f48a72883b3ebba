import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { getOrCreateEncryptionKey } from '#features/identity/server/second-factors/second-factor-query.ts'
import type { AnySql } from '#server/database/connect.ts'

const MAC_BYTES = 24
const TOKEN = /^([1-9]\d{0,9})\.([\w-]{32})$/

/** Derives a key that is used only for unsubscribe tokens from the site's key. */
const findKey = async (sql: AnySql): Promise<Buffer> =>
  Buffer.from(
    hkdfSync('sha256', await getOrCreateEncryptionKey(sql, () => randomBytes(32)), '', 'unsubscribe', 32),
  )

const signatureOf = async (sql: AnySql, userId: number): Promise<Buffer> =>
  createHmac('sha256', await findKey(sql))
    .update(`digest ${userId}`)
    .digest()
    .subarray(0, MAC_BYTES)

/**
 * Creates a token that only allows unsubscribing. It is signed rather than stored, so links in old emails
 * still work.
 */
export const createUnsubscribeToken = async (sql: AnySql, userId: number): Promise<string> =>
  `${userId}.${(await signatureOf(sql, userId)).toString('base64url')}`

/** Returns the member's id, or null if the site has not signed the token. */
export const verifyUnsubscribeToken = async (sql: AnySql, token: string): Promise<number | null> => {
  const [, id, signature = ''] = TOKEN.exec(token) ?? []
  if (!id) return null
  const received = Buffer.from(signature, 'base64url')
  return timingSafeEqual(received, await signatureOf(sql, Number(id))) ? Number(id) : null
}

import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Sql } from '#server/database/connect.ts'
import { deleteExpiredKeys, insertKey, type KeyRow, listKeys, lockSigningKeys } from './key-query.ts'

export type ProviderKeys = {
  /** The private keys, newest first. The first one is used for signing. */
  signing: JWK[]
  cookies: string[]
}

/**
 * Loads the keys, which all processes share. Creates the first keys, and new ones once the newest are 90 days
 * old.
 */
export const loadKeys = async (sql: Sql): Promise<ProviderKeys> => {
  const rows = await listKeys(sql)
  return toKeys(hasCurrentKeys(rows) ? rows : await rotateKeys(sql))
}

const hasCurrentKeys = (rows: readonly KeyRow[]): boolean =>
  (['sign', 'cookie'] as const).every((use) => rows.some((row) => row.use === use && !row.isOld))

const rotateKeys = (sql: Sql): Promise<KeyRow[]> =>
  sql.begin(async (tx) => {
    await lockSigningKeys(tx)
    if (!hasCurrentKeys(await listKeys(tx))) {
      await insertKey(tx, { use: 'sign', secret: JSON.stringify(await newSigningKey()) })
      await insertKey(tx, { use: 'cookie', secret: randomBytes(32).toString('base64url') })
      await deleteExpiredKeys(tx)
    }
    return listKeys(tx)
  })

const toKeys = (rows: readonly KeyRow[]): ProviderKeys => ({
  signing: rows.filter(({ use }) => use === 'sign').map(({ secret }) => JSON.parse(secret) as JWK),
  cookies: rows.filter(({ use }) => use === 'cookie').map(({ secret }) => secret),
})

export const SIGNING_ALGORITHM = 'ES256'

const newSigningKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' }
}

export const toPublicKey = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({
  kty,
  use,
  alg,
  ...(crv && { crv }),
  ...(x && { x }),
  ...(y && { y }),
  ...(kid && { kid }),
})

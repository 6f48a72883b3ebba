import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Sql } from '#server/database/connect.ts'
import {
  deleteExpiredProviderKeys,
  insertProviderKey,
  lockKeyRotation,
  type ProviderKeyRow,
  selectProviderKeys,
} from './key-query.ts'

export type ProviderKeys = {
  /** The private keys, newest first. The first one is used for signing. */
  signing: JWK[]
  cookies: string[]
}

/**
 * Loads the keys, which all processes share. Creates the first keys, and new ones once the newest are 90 days
 * old.
 */
export const loadProviderKeys = async (sql: Sql): Promise<ProviderKeys> => {
  const rows = await selectProviderKeys(sql)
  return toKeys(hasCurrentKeys(rows) ? rows : await rotateKeys(sql))
}

const hasCurrentKeys = (rows: readonly ProviderKeyRow[]): boolean =>
  (['sign', 'cookie'] as const).every((use) => rows.some((row) => row.use === use && !row.isOld))

const rotateKeys = (sql: Sql): Promise<ProviderKeyRow[]> =>
  sql.begin(async (tx) => {
    await lockKeyRotation(tx)
    if (!hasCurrentKeys(await selectProviderKeys(tx))) {
      await insertProviderKey(tx, { use: 'sign', secret: JSON.stringify(await newSigningKey()) })
      await insertProviderKey(tx, { use: 'cookie', secret: randomBytes(32).toString('base64url') })
      await deleteExpiredProviderKeys(tx)
    }
    return selectProviderKeys(tx)
  })

const toKeys = (rows: readonly ProviderKeyRow[]): ProviderKeys => ({
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

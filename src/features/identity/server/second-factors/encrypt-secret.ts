import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'
import { getOrCreateEncryptionKey } from './second-factor-query.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const findKey = (sql: AnySql): Promise<Buffer> => getOrCreateEncryptionKey(sql, () => randomBytes(32))

/**
 * Encrypts a secret. Returns the nonce, the tag and the ciphertext, which can only be decrypted for the same account.
 */
export const encryptSecret = async (sql: AnySql, subject: string, secret: string): Promise<Buffer> => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, await findKey(sql), nonce).setAAD(Buffer.from(subject))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** The bytes of a secret have been changed, belong to another account, or were encrypted with another key. */
export class UnreadableSecretError extends Error {}

/** Decrypts a secret. Throws an `UnreadableSecretError` if that is not possible. */
export const decryptSecret = async (sql: AnySql, subject: string, bytes: Buffer): Promise<string> => {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const key = await findKey(sql)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(subject))
      .setAuthTag(tag)
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch (cause) {
    throw new UnreadableSecretError('A secret could not be decrypted', { cause })
  }
}

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

/** Decrypts a secret. Throws if the bytes have been changed or belong to another account. */
export const decryptSecret = async (sql: AnySql, subject: string, bytes: Buffer): Promise<string> => {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv(ALGORITHM, await findKey(sql), nonce, options)
    .setAAD(Buffer.from(subject))
    .setAuthTag(tag)
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

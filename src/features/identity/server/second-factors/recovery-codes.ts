import { createHash, randomInt } from 'node:crypto'
import type { AnySql } from '#server/database/connect.ts'
import { deleteRecoveryCode, replaceRecoveryCodes } from './recovery-code-query.ts'

const MAX_CODES = 10
const LENGTH = 16
/** Crockford's Base32: 5 bits per character, and no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const createCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Normalizes a code that may have been typed in lower case, with spaces, or with a letter in place of a similar
 * digit.
 */
const normalizeCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

const hashCode = (subject: string, code: string): Buffer =>
  createHash('sha256').update(`recovery-code:${subject}:${code}`).digest()

/** Replaces the account's recovery codes and returns the new ones, which are stored as hashes only. */
export const createRecoveryCodes = async (sql: AnySql, subject: string): Promise<string[]> => {
  const codes = Array.from({ length: MAX_CODES }, createCode)
  await replaceRecoveryCodes(
    sql,
    subject,
    codes.map((code) => hashCode(subject, code)),
  )
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Consumes a recovery code. Returns false if it is wrong or has already been used. */
export const consumeRecoveryCode = (sql: AnySql, subject: string, text: string): Promise<boolean> =>
  deleteRecoveryCode(sql, subject, hashCode(subject, normalizeCode(text)))

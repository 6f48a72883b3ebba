import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql } from '#server/database/connect.ts'
import { acceptProof, createProofChallenge } from '#server/limits/proof-of-work.ts'
import { getOrCreateEncryptionKey } from '../second-factors/second-factor-query.ts'

/** People take longer, even if a password manager fills in the form. */
export const MIN_FILL_IN_MS = 2_000

/**
 * Returns the time at which a form was shown, signed for this sign-in. The form sends it back, so that no script is
 * needed and nothing is stored.
 */
export const createFormTime = async (sql: Sql, uid: string, at = Date.now()): Promise<string> =>
  `${at}.${(await signTime(sql, uid, at)).toString('base64url')}`

const findKey = (sql: Sql): Promise<Buffer> => getOrCreateEncryptionKey(sql, () => randomBytes(32))

const signTime = async (sql: Sql, uid: string, at: number): Promise<Buffer> => {
  const key = await findKey(sql)
  return createHmac('sha256', key).update(`sign-up-form:${uid}:${at}`).digest()
}

type Submitted = {
  /** What `createFormTime` has returned. */
  shownAt: string
  /** The field that people do not see. */
  trap: string
}

/**
 * Returns true if a form looks as if a program had filled it in: the field that people do not see has a value, or the
 * form was sent too soon after it was shown, or without ever having been.
 */
export const isFilledInByProgram = async (
  sql: Sql,
  uid: string,
  { shownAt, trap }: Submitted,
): Promise<boolean> => {
  if (trap !== '') return true
  const [, time = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(shownAt) ?? []
  if (signature === '' || Date.now() - Number(time) < MIN_FILL_IN_MS) return true
  return !timingSafeEqual(await signTime(sql, uid, Number(time)), Buffer.from(signature, 'base64url'))
}

/** Creates the challenge that the browser solves before the form of this sign-in is sent. */
export const createFormChallenge = async (sql: Sql, uid: string): Promise<string> =>
  createProofChallenge({ key: await findKey(sql), purpose: `sign-up:${uid}` })

export const acceptFormProof = async (sql: Sql, uid: string, proof: string): Promise<boolean> =>
  acceptProof(sql, { key: await findKey(sql), purpose: `sign-up:${uid}` }, proof)

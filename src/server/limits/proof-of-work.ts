import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { AnySql } from '../database/connect.ts'
import { incrementRateLimit } from './rate-limit.ts'

/** A browser tries 256 keys on average, each of which takes it a few milliseconds, and the server one. */
const COST = 5_000
const LIFETIME_SECONDS = 3_600

type Purpose = {
  /** A secret of the server. */
  key: Buffer
  /** What the proof is for, such as one form of one browser. A proof for something else is rejected. */
  purpose: string
}

const toSecret = (key: Buffer): string => createHmac('sha256', key).update('proof-of-work').digest('hex')

/** Creates a challenge, as JSON, that a browser has to solve within an hour. Nothing is stored. */
export const createProofChallenge = async ({ key, purpose }: Purpose): Promise<string> =>
  JSON.stringify(
    await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      deriveKey,
      data: { purpose },
      expiresAt: Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS,
      hmacSignatureSecret: toSecret(key),
    }),
  )

const proofSchema = z.object({
  challenge: z.object({
    signature: z.string().max(200),
    parameters: z.looseObject({ data: z.object({ purpose: z.string() }) }),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string().max(200) }),
})

/** Returns whether a browser has solved a challenge for this purpose. Each solution is accepted once. */
export const acceptProof = async (
  sql: AnySql,
  { key, purpose }: Purpose,
  proof: string,
): Promise<boolean> => {
  const { data } = proofSchema.safeParse(parse(proof))
  if (data?.challenge.parameters.data.purpose !== purpose) return false
  const { challenge, solution } = data as unknown as { challenge: Challenge; solution: Solution }
  const secret = toSecret(key)
  const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret }).catch(
    () => null,
  )
  if (!result?.verified) return false
  const { taken } = await incrementRateLimit(sql, {
    key: `proof-of-work:${challenge.signature}`,
    windowSeconds: LIFETIME_SECONDS,
  })
  return taken === 1
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

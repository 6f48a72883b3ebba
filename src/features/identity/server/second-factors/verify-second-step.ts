import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import {
  consumeAddressRateLimit,
  consumeRateLimit,
  incrementRateLimit,
  resetRateLimit,
} from '#server/limits/rate-limit.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { securityNoticeJob } from '../mail-jobs.ts'
import { findKnownDevice } from '../provider/known-device.ts'
import { consumeTimeStep, selectConfirmedApp } from './authenticator-app-query.ts'
import { findTotpTimeStep, isTotpCode } from './authenticator-codes.ts'
import { decryptSecret } from './encrypt-secret.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'

type Dependencies = { sql: Sql; config: Config }
type Attempt = { subject: string; code: string; request: FastifyRequest }

const QUARTER_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600
const MAX_ATTEMPTS = 10
const MAX_ATTEMPTS_OF_ADDRESS = 50
/**
 * The maximum number of app codes that can be tried per hour for one account by all unknown browsers together, and by
 * all known ones together.
 */
const MAX_APP_CODES = 30

/**
 * Checks whether the code is the authenticator app's current code or an unused recovery code; each works only
 * once. Throws 429 after too many attempts. A browser that has signed in to the account before has its own
 * limit. Recovery codes and passkeys are exempt from the per-account limit, because they cannot be guessed.
 * Someone who knows the password therefore cannot lock the owner out (decision 37).
 */
export const verifySecondStepCode = async (
  dependencies: Dependencies,
  attempt: Attempt,
): Promise<boolean> => {
  const { sql, config } = dependencies
  const { subject, code } = attempt
  const limitKeys = await limitAttempts(dependencies, attempt)
  const isCorrect = isTotpCode(code)
    ? await verifyAppCode(sql, subject, code)
    : await consumeRecoveryCode(sql, subject, code)
  if (!isCorrect) return false
  for (const key of limitKeys) await resetRateLimit(sql, key)
  if (!isTotpCode(code) && config.mail)
    await enqueueJob(sql, securityNoticeJob, { subject, kind: 'recovery-code-used' })
  return true
}

const verifyAppCode = async (sql: Sql, subject: string, code: string): Promise<boolean> => {
  const app = await selectConfirmedApp(sql, subject)
  const step = app && findTotpTimeStep(await decryptSecret(sql, subject, app.encryptedSecret), code)
  return step !== null && consumeTimeStep(sql, subject, step)
}

/** Counts an attempt. Returns the keys of the rate limits to reset after a correct code. */
const limitAttempts = async (
  { sql, config }: Dependencies,
  { subject, code, request }: Attempt,
): Promise<string[]> => {
  const { rateLimitScale: scale } = config
  const { ip } = request
  const device = await findKnownDevice({ sql, config }, request, subject)
  const limit = { max: MAX_ATTEMPTS, windowSeconds: QUARTER_HOUR_SECONDS, scale, message: TOO_MANY }
  const isAppCode = isTotpCode(code)
  if (device) {
    const key = `second-step:device:${device.toString('hex')}`
    await consumeRateLimit(sql, { key, ...limit })
    return isAppCode ? [key, await limitAppCodes(sql, scale, `second-step:devices:${subject}`)] : [key]
  }
  await consumeAddressRateLimit(sql, { key: 'second-step', ip, ...limit, max: MAX_ATTEMPTS_OF_ADDRESS })
  const key = `second-step:${toRateLimitAddress(ip)}:${subject}`
  await consumeRateLimit(sql, { key, ...limit })
  return isAppCode ? [key, await limitAppCodes(sql, scale, `second-step::${subject}`)] : [key]
}

/** Counts an app code against a limit of the account. Returns the limit's key. */
const limitAppCodes = async (sql: Sql, scale: number, key: string): Promise<string> => {
  const { taken: attempts } = await incrementRateLimit(sql, { key, windowSeconds: HOUR_SECONDS })
  if (scale > 0 && attempts > Math.max(1, MAX_APP_CODES * scale))
    throw new HttpError('rate-limited', { message: ACCOUNT_LIMIT, retryAfter: HOUR_SECONDS })
  return key
}

const TOO_MANY = 'Too many wrong codes.'
const ACCOUNT_LIMIT =
  'Too many wrong codes for this account. Use a passkey, a recovery code or a browser that you have signed in with before, or try again in an hour.'

import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/connect.ts'
import { deleteEndedLimits } from '#server/limits/limits-query.ts'
import type { Log } from '#server/log.ts'
import { deleteForgottenDevices } from './provider/known-device-query.ts'
import { deleteEndedPayloads } from './provider/payload-query.ts'
import { deleteEndedSessions } from './session-query.ts'
import { deleteEndedTokens } from './spent-token-query.ts'

const SWEEP_INTERVAL_MS = 600_000

/**
 * Deletes expired sessions, consumed tokens, provider payloads, known devices and rate limits. Queries ignore
 * expired rows, so the time of a sweep does not matter.
 */
export const sweepEnded = async (sql: Sql): Promise<void> => {
  await deleteEndedSessions(sql)
  await deleteEndedTokens(sql)
  await deleteEndedPayloads(sql)
  await deleteForgottenDevices(sql)
  await deleteEndedLimits(sql)
}

/** Every process sweeps at this interval until the app closes. */
export const sweepRegularly = (app: FastifyInstance, sql: Sql, log: Log): void => {
  const timer = setInterval(() => {
    sweepEnded(sql).catch((error: unknown) => log.warn({ err: error }, 'Failed to delete expired rows'))
  }, SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

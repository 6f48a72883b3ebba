import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/connect.ts'
import { deleteExpiredRateLimits } from '#server/limits/rate-limits-query.ts'
import type { Logger } from '#server/log.ts'
import { deleteExpiredTokens } from './consumed-token-query.ts'
import { deleteExpiredDevices } from './provider/known-device-query.ts'
import { deleteExpiredPayloads } from './provider/payload-query.ts'
import { deleteExpiredSessions } from './session-query.ts'

const SWEEP_INTERVAL_MS = 600_000

/**
 * Deletes expired sessions, consumed tokens, provider payloads, known devices and rate limits. Queries ignore
 * expired rows, so it does not matter when a sweep runs.
 */
export const sweepExpiredRows = async (sql: Sql): Promise<void> => {
  await deleteExpiredSessions(sql)
  await deleteExpiredTokens(sql)
  await deleteExpiredPayloads(sql)
  await deleteExpiredDevices(sql)
  await deleteExpiredRateLimits(sql)
}

/** Every process sweeps at this interval until the app closes. */
export const scheduleSweep = (app: FastifyInstance, sql: Sql, log: Logger): void => {
  const timer = setInterval(() => {
    sweepExpiredRows(sql).catch((error: unknown) => log.warn({ err: error }, 'Failed to delete expired rows'))
  }, SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

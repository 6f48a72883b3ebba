import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/connect.ts'
import { deleteEndedLimits } from '#server/limits/limits-query.ts'
import type { Log } from '#server/log.ts'
import { deleteForgottenDevices } from './provider/known-device-query.ts'
import { deleteEndedPayloads } from './provider/payload-query.ts'
import { deleteEndedSessions } from './session-query.ts'
import { deleteEndedTokens } from './spent-token-query.ts'

const EVERY_MS = 600_000

/** Removes expired rows: sessions, spent tokens, the provider's memory, known devices, limits. Nothing depends on when. */
export const sweepEnded = async (sql: Sql): Promise<void> => {
  await deleteEndedSessions(sql)
  await deleteEndedTokens(sql)
  await deleteEndedPayloads(sql)
  await deleteForgottenDevices(sql)
  await deleteEndedLimits(sql)
}

/** Every process sweeps now and then, for as long as the app is open. */
export const sweepRegularly = (app: FastifyInstance, sql: Sql, log: Log): void => {
  const timer = setInterval(() => {
    sweepEnded(sql).catch((error: unknown) => log.warn({ err: error }, 'Could not sweep what has ended'))
  }, EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

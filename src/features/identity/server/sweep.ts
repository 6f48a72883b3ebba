import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/connect.ts'
import { deleteEndedLimits } from '#server/limits/limits-query.ts'
import type { Log } from '#server/log.ts'
import { deleteEndedPayloads } from './provider/payload-query.ts'
import { deleteEndedRefusals, deleteEndedSessions } from './session-query.ts'

const EVERY_MS = 600_000

/** Removes what has ended: sessions, refusals, the provider's memory, limits. Nothing depends on when. */
export const sweepEnded = async (sql: Sql): Promise<void> => {
  await deleteEndedSessions(sql)
  await deleteEndedRefusals(sql)
  await deleteEndedPayloads(sql)
  await deleteEndedLimits(sql)
}

/** Every process sweeps now and then, for as long as the app is open. */
export const sweepRegularly = (app: FastifyInstance, sql: Sql, log: Log): void => {
  const timer = setInterval(() => {
    sweepEnded(sql).catch((error: unknown) => log.warn({ err: error }, 'Could not sweep what has ended'))
  }, EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

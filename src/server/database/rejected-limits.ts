import type { Logger } from '../log.ts'
import { type Pool, sessionTimeouts } from './pool.ts'

/**
 * Returns whether a connection pooler rejects session time limits. If it does, makes `pools` connect without
 * them from then on. Call this after a statement has failed.
 */
export const dropRejectedSessionLimits = async (
  probed: Pool,
  pools: readonly Pool[],
  log: Logger,
): Promise<boolean> => {
  if ((await probed.probe()) !== 'rejects limits') return false
  for (const each of pools) each.dropLimits()
  log.warn(
    { limits: sessionTimeouts },
    'The connection pooler rejects the session time limits. Set them with ALTER ROLE … SET',
  )
  return true
}

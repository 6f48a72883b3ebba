import type { Logger } from '../log.ts'
import { type Pool, sessionTimeouts } from './pool.ts'

/**
 * Makes `pools` connect without session time limits if a connection pooler rejects them, and returns whether it does.
 * Call this after a statement has failed.
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

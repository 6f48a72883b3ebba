import { getConstructionPlans } from 'pg-boss'
import type { AnySql } from '../database/connect.ts'
import { SCHEMA } from './queue-options.ts'

/**
 * Creates pg-boss's tables if there are none, so that jobs can be enqueued before any process runs them. Must run in a
 * transaction under the lock of the migrations. A newer version of pg-boss changes the tables itself when it starts.
 */
export const installQueue = async (tx: AnySql): Promise<void> => {
  const [table] = await tx<{ exists: boolean }[]>`select to_regclass('jobs.version') is not null as exists`
  if (!table?.exists) await tx.unsafe(withoutTransaction(getConstructionPlans(SCHEMA)))
}

/** pg-boss wraps its plans in a transaction, which would end the caller's. */
const withoutTransaction = (plans: string): string =>
  plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

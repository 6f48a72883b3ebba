import { getConstructionPlans } from 'pg-boss'
import type { AnySql } from '../database/connect.ts'
import { JOBS_SCHEMA } from './queue-options.ts'

/**
 * Creates pg-boss's tables if they do not exist so that jobs can be enqueued before any process runs them.
 * Must run in a transaction that holds the migration lock. A newer version of pg-boss upgrades the tables
 * itself when it starts.
 */
export const installJobQueue = async (tx: AnySql): Promise<void> => {
  const [table] = await tx<{ exists: boolean }[]>`select to_regclass('jobs.version') is not null as exists`
  if (!table?.exists) await tx.unsafe(withoutTransaction(getConstructionPlans(JOBS_SCHEMA)))
}

/**
 * Removes the BEGIN and COMMIT in which pg-boss wraps its plans, because the COMMIT would end the caller's transaction.
 */
const withoutTransaction = (plans: string): string =>
  plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

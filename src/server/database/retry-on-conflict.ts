import pRetry from 'p-retry'
import { classifyDatabaseError } from './errors.ts'

/**
 * Retries a transaction up to three times if it lost to a concurrent one (a deadlock, a serialization failure
 * or a lock timeout). The delay is random, so that the same transactions do not meet again.
 */
export const retryOnConflict = <T>(run: () => Promise<T>): Promise<T> =>
  pRetry(run, {
    retries: 3,
    minTimeout: 25,
    factor: 1.5,
    randomize: true,
    shouldRetry: ({ error }) => classifyDatabaseError(error) === 'busy',
  })

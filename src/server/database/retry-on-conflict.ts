import pRetry from 'p-retry'
import { classifyDatabaseError, type DatabaseErrorKind } from './errors.ts'

/**
 * Retries a transaction up to three times if it conflicted with a concurrent one: by default after a
 * deadlock, a serialization failure or a lock timeout; with `duplicate` also after a violation of a unique
 * constraint. The delay is random, so the same transactions do not conflict again.
 */
export const retryOnConflict = <T>(
  run: () => Promise<T>,
  kinds: readonly DatabaseErrorKind[] = ['busy'],
): Promise<T> =>
  pRetry(run, {
    retries: 3,
    minTimeout: 25,
    factor: 1.5,
    randomize: true,
    shouldRetry: ({ error }) => {
      const kind = classifyDatabaseError(error)
      return kind !== null && kinds.includes(kind)
    },
  })

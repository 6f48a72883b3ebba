import { setTimeout as delay } from 'node:timers/promises'
import { classifyDatabaseError } from './errors.ts'

const MAX_ATTEMPTS = 4

/**
 * Retries a transaction that lost to a concurrent one (a deadlock, a serialization failure or a lock
 * timeout).
 */
export const retryOnConflict = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || classifyDatabaseError(error) !== 'busy') throw error
      await delay(Math.random() * 50 * attempt)
    }
  }
}

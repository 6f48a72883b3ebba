import { setTimeout as delay } from 'node:timers/promises'
import { databaseMeaning } from './errors.ts'

const TRIES = 4

/** Runs a transaction again that lost to another one (a deadlock, a lock that took too long), a few times. */
export const retryOnClash = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === TRIES || databaseMeaning(error) !== 'busy') throw error
      await delay(Math.random() * 50 * attempt)
    }
  }
}

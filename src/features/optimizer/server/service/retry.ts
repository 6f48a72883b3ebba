import { setTimeout as delay } from 'node:timers/promises'
import { APIError } from 'openai'
import { UnusableAnswer } from './bounded-fetch.ts'

const RETRIES = 2
const FIRST_WAIT_MS = 400
/** A service that wants more time than this is not waited for: the person is told. */
const LONGEST_WAIT_MS = 8_000

/** Two more tries where the service is busy or broken, each after a longer pause; the pause ends with the signal. */
export const withRetries = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const wait = tries < RETRIES ? waitAfter(error, tries) : null
      if (wait === null || signal.aborted) throw error
      await delay(wait, undefined, { signal })
    }
  }
}

/** Seconds that the service itself asks for. */
export const retryAfterOf = (error: unknown): number | null => {
  if (!(error instanceof APIError)) return null
  const seconds = Number(error.headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

const waitAfter = (error: unknown, tries: number): number | null => {
  if (!(error instanceof APIError) || error.cause instanceof UnusableAnswer) return null
  // Without a status the service was not reached.
  const mayPass = error.status === undefined || error.status === 429 || error.status >= 500
  if (!mayPass) return null
  const wanted = retryAfterOf(error)
  if (wanted !== null && wanted * 1_000 > LONGEST_WAIT_MS) return null
  const backOff = FIRST_WAIT_MS * 2 ** tries * (0.75 + Math.random() / 2)
  return Math.max(backOff, (wanted ?? 0) * 1_000)
}

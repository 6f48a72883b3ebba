import { setTimeout as delay } from 'node:timers/promises'
import { APIError } from 'openai'
import { UnusableAnswer } from './bounded-fetch.ts'

const MAX_RETRIES = 2
const BASE_DELAY_MS = 400
/** If the service requests a longer delay, the member gets an error instead. */
const MAX_DELAY_MS = 8_000

/**
 * Retries twice with exponential backoff if the service is overloaded or failing. The signal also aborts the
 * delay.
 */
export const withRetries = async <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> => {
  for (let retries = 0; ; retries += 1) {
    try {
      return await send()
    } catch (error) {
      const delayMs = retries < MAX_RETRIES ? retryDelayMs(error, retries) : null
      if (delayMs === null || signal.aborted) throw error
      await delay(delayMs, undefined, { signal })
    }
  }
}

/** The seconds in the service's Retry-After header. */
export const retryAfterOf = (error: unknown): number | null => {
  if (!(error instanceof APIError)) return null
  const seconds = Number(error.headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

/** Returns null if a retry would not help. */
const retryDelayMs = (error: unknown, retries: number): number | null => {
  if (!(error instanceof APIError) || error.cause instanceof UnusableAnswer) return null
  // Without a status there was no connection to the service.
  const isTransient = error.status === undefined || error.status === 429 || error.status >= 500
  if (!isTransient) return null
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== null && retryAfter * 1_000 > MAX_DELAY_MS) return null
  const backoffMs = BASE_DELAY_MS * 2 ** retries * (0.75 + Math.random() / 2)
  return Math.max(backoffMs, (retryAfter ?? 0) * 1_000)
}

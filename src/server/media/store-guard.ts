import pTimeout from 'p-timeout'
import { HttpError } from '#core/http-error.ts'
import { traceCall } from '../tracing/tracing.ts'

/** How long the store may take to report whether a file exists. */
export const RESPONSE_TIMEOUT_MS = 4_000
/** How long transferring a file (at most 5 MB) may take. */
export const TRANSFER_TIMEOUT_MS = 20_000
/** After the store has failed to respond, requests are rejected for this long without contacting it. */
const SILENCE_MS = 2_000
export const RETRY_AFTER_SECONDS = 5

/**
 * Limits how long a request waits for the file store. After a request has timed out, subsequent requests are
 * rejected immediately for two seconds, so an unavailable bucket does not delay everyone who visits a page
 * with images.
 */
export const createStoreGuard = (name: 'bucket' | 'folder') => {
  let silentUntil = -Infinity
  return async <T>(maxMs: number, work: () => Promise<T>): Promise<T> => {
    if (performance.now() < silentUntil) throw unavailable(new Error('The file store did not respond'))
    const giveUp = () => {
      silentUntil = performance.now() + SILENCE_MS
      throw new Error(`The file store did not respond within ${maxMs} ms`)
    }
    try {
      return await pTimeout(traceCall(name, work), { milliseconds: maxMs, fallback: giveUp })
    } catch (error) {
      throw unavailable(error)
    }
  }
}

export const unavailable = (cause: unknown): HttpError =>
  new HttpError('files-unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause })

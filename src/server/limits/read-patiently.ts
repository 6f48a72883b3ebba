import pRetry from 'p-retry'
import { HttpError } from '#core/http-error.ts'

/**
 * Retries a read while the site is busy, because once the response has started, its status can no longer report an
 * error.
 */
export const readPatiently = <T>(read: () => Promise<T>): Promise<T> =>
  pRetry(read, {
    retries: 8,
    minTimeout: 250,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof HttpError && error.code === 'site-busy',
  })

import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'

const CHECK_INTERVAL_MS = 2_000
/** How long the client may wait before it starts to send a body. */
const GRACE_PERIOD_MS = 30_000
/** Bytes that arrive faster than the minimum rate earn time for later pauses, up to a pause of this length. */
const MAX_PAUSE_MS = 45_000
/**
 * The minimum rate in bytes per millisecond (128 kbit/s). It is half the speed of a slow mobile connection,
 * so legitimate uploads always succeed.
 */
const MIN_RATE = 16

/** The time limit for a request. At 256 kbit/s, five 5 MB files take 19 minutes. */
export const MAX_REQUEST_MS = 30 * 60_000

type UploadRate = {
  /** Rejects once the upload is aborted. */
  ended: Promise<never>
  end: (reason: HttpError) => void
  /** Whether the rate over the last check interval was below the minimum. */
  isSlow: () => boolean
  stop: () => void
}

/**
 * Aborts an upload that is slower than the minimum upload rate: every received byte earns time, and elapsed
 * time uses it up. The status is 400 rather than 408 because browsers automatically resend the whole body
 * after a 408.
 */
export const enforceMinimumUploadRate = (received: () => number, graceMs = GRACE_PERIOD_MS): UploadRate => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // Prevents an unhandled rejection if no reader is waiting for the body any longer.
  ended.catch(() => {})
  // Uses a monotonic clock because correcting the system time by an hour would abort every upload.
  let checkedAt = performance.now()
  let countedBytes = received()
  let remainingMs = graceMs
  let isSlow = false
  const timer = setInterval(() => {
    const elapsed = performance.now() - checkedAt
    const earned = (received() - countedBytes) / MIN_RATE
    isSlow = earned < elapsed
    remainingMs = Math.min(MAX_PAUSE_MS, remainingMs + earned) - elapsed
    checkedAt += elapsed
    countedBytes = received()
    if (remainingMs < 0) reject(new HttpError('upload-too-slow'))
  }, CHECK_INTERVAL_MS)
  return { ended, end: reject, isSlow: () => isSlow, stop: () => clearInterval(timer) }
}

/** How long a client that has already received its response may pause while it sends the rest of the body. */
const REST_GRACE_PERIOD_MS = 5_000

/**
 * Closes the connection of a client that received a response, such as a 403, before sending its whole body,
 * and then sends the rest too slowly. Without this, Node would keep reading the rest for as long as the
 * longest upload may take.
 */
export const registerSlowBodyTimeout = (app: FastifyInstance): void => {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    const { socket } = raw
    if (!raw.complete && !socket.destroyed) {
      const rate = enforceMinimumUploadRate(() => socket.bytesRead, REST_GRACE_PERIOD_MS)
      rate.ended.catch(() => socket.destroy())
      raw.once('close', rate.stop)
      socket.once('close', rate.stop)
    }
    done()
  })
}

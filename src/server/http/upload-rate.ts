import { badRequest, type Failure } from '#core/failure.ts'

const CHECK_INTERVAL_MS = 2_000
/** How long a body may bring nothing at its beginning. */
const GRACE_PERIOD_MS = 30_000
/** Time that fast parts of a body have earned carries over a pause up to this long. */
const MAX_PAUSE_MS = 45_000
/** Bytes a millisecond (128 kbit/s): half of a slow telephone's line, so that its honest upload always arrives. */
const MIN_RATE = 16

/** In milliseconds; five files of 5 MB take 19 minutes at 256 kbit/s. */
export const MAX_REQUEST_MS = 30 * 60_000

type Rate = {
  /** Rejects once the body has been ended. */
  ended: Promise<never>
  end: (reason: Failure) => void
  /** Whether the last seconds brought less than the minimum rate. */
  isSlow: () => boolean
  stop: () => void
}

/**
 * Ends a body that comes more slowly than the minimum rate: every byte buys time, and time passes. It ends with 400, not
 * with 408, after which browsers send the whole body again by themselves.
 */
export const enforceMinimumRate = (received: () => number): Rate => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting any more.
  ended.catch(() => {})
  let checkedAt = Date.now()
  let counted = 0
  let timeLeft = GRACE_PERIOD_MS
  let isSlow = false
  const timer = setInterval(() => {
    const elapsed = Date.now() - checkedAt
    const earned = (received() - counted) / MIN_RATE
    isSlow = earned < elapsed
    timeLeft = Math.min(MAX_PAUSE_MS, timeLeft + earned) - elapsed
    checkedAt += elapsed
    counted = received()
    if (timeLeft < 0) reject(badRequest('The upload came too slowly, please try again'))
  }, CHECK_INTERVAL_MS)
  return { ended, end: reject, isSlow: () => isSlow, stop: () => clearInterval(timer) }
}

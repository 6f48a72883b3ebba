import { setTimeout as delay } from 'node:timers/promises'
import { HttpError } from '#core/http-error.ts'

const RETRY_AFTER_SECONDS = 15

export type ConcurrencyLimiter = {
  /** Throws 503 if the queue is full. */
  assertCapacity(): void
  /** Waits in FIFO order for a slot and returns its release function. Throws 503 or the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void>
}

/** Lets `maxRunning` callers run at a time and `maxQueued` wait, each for at most `maxWaitMs`. */
export const createConcurrencyLimiter = ({
  maxRunning,
  maxQueued,
  maxWaitMs,
}: {
  maxRunning: number
  maxQueued: number
  maxWaitMs: number
}): ConcurrencyLimiter => {
  let running = 0
  const queue: (() => void)[] = []

  const refuseIfFull = () => {
    if (running >= maxRunning && queue.length >= maxQueued)
      throw new HttpError('optimizer-busy', { retryAfter: RETRY_AFTER_SECONDS })
  }

  const releaseOnce = () => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = queue.shift()
      // Hands the slot over directly, so that no new caller can overtake the queue.
      if (next) next()
      else running -= 1
    }
  }

  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    refuseIfFull()
    if (running < maxRunning) {
      running += 1
      return releaseOnce()
    }
    const isGranted = await waitForSlot(queue, signal, maxWaitMs)
    const release = releaseOnce()
    // If the call was aborted just as the slot was granted, the next in the queue gets it.
    if (isGranted && signal.aborted) release()
    signal.throwIfAborted()
    if (!isGranted) throw new HttpError('optimizer-busy', { retryAfter: RETRY_AFTER_SECONDS })
    return release
  }

  return { assertCapacity: refuseIfFull, acquire: enter }
}

/** Returns whether a slot was granted before the timeout or an abort. Never throws. */
const waitForSlot = async (
  queue: (() => void)[],
  signal: AbortSignal,
  maxWaitMs: number,
): Promise<boolean> => {
  const settled = new AbortController()
  let isGranted = false
  let grant: () => void = () => {}
  const granted = new Promise<void>((resolve) => {
    grant = () => {
      isGranted = true
      resolve()
    }
  })
  queue.push(grant)
  const cancelled = AbortSignal.any([signal, settled.signal])
  const timeout = delay(maxWaitMs, undefined, { signal: cancelled }).catch(() => {})
  await Promise.race([granted, timeout])
  settled.abort()
  const index = queue.indexOf(grant)
  if (index >= 0) queue.splice(index, 1)
  return isGranted
}

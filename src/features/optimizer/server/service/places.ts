import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#core/failure.ts'
import { messages } from '#features/optimizer/contract-messages.ts'

const RETRY_AFTER = 15

export type Places = {
  /** Throws 503 where not even waiting is possible. */
  refuseIfFull(): void
  /** Waits for a place in the order of coming; answers how to give it back. Throws 503, or the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** At most `atOnce` inside, at most `waiting` before the door, and each of them at most `patienceMs`. */
export const createPlaces = (most: { atOnce: number; waiting: number; patienceMs: number }): Places => {
  let inside = 0
  const queue: (() => void)[] = []

  const refuseIfFull = () => {
    if (inside >= most.atOnce && queue.length >= most.waiting) throw unavailable(messages.full, RETRY_AFTER)
  }

  const leaveOnce = () => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = queue.shift()
      // The place goes from hand to hand, so that nobody comes in between.
      if (next) next()
      else inside -= 1
    }
  }

  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    refuseIfFull()
    if (inside < most.atOnce) {
      inside += 1
      return leaveOnce()
    }
    await turnIn(queue, signal, most.patienceMs)
    return leaveOnce()
  }

  return { refuseIfFull, enter }
}

const turnIn = async (queue: (() => void)[], signal: AbortSignal, patienceMs: number): Promise<void> => {
  const settled = new AbortController()
  let isMyTurn = false
  const turn = new Promise<void>((resolve) => {
    queue.push(() => {
      isMyTurn = true
      resolve()
    })
  })
  const mine = queue.at(-1)
  const waited = delay(patienceMs, undefined, { signal: AbortSignal.any([signal, settled.signal]) })
  try {
    await Promise.race([turn, waited])
  } catch (error) {
    // Left just as the turn came: the place is this one's, and goes on to the next.
    if (!isMyTurn) remove(queue, mine)
    else queue.shift()?.()
    throw signal.reason ?? error
  } finally {
    settled.abort()
    waited.catch(() => {})
  }
  if (isMyTurn) return
  remove(queue, mine)
  throw unavailable(messages.full, RETRY_AFTER)
}

const remove = <T>(from: T[], what: T | undefined): void => {
  const at = what === undefined ? -1 : from.indexOf(what)
  if (at >= 0) from.splice(at, 1)
}

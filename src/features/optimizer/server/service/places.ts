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
    const isMyTurn = await turnIn(queue, signal, most.patienceMs)
    const leave = leaveOnce()
    // Left just as the turn came: the place goes on to the next.
    if (isMyTurn && signal.aborted) leave()
    signal.throwIfAborted()
    if (!isMyTurn) throw unavailable(messages.full, RETRY_AFTER)
    return leave
  }

  return { refuseIfFull, enter }
}

/** Whether the turn came before the patience or the signal ended. Never throws. */
const turnIn = async (queue: (() => void)[], signal: AbortSignal, patienceMs: number): Promise<boolean> => {
  const settled = new AbortController()
  let isMyTurn = false
  let step: () => void = () => {}
  const turn = new Promise<void>((resolve) => {
    step = () => {
      isMyTurn = true
      resolve()
    }
  })
  queue.push(step)
  const until = AbortSignal.any([signal, settled.signal])
  const waited = delay(patienceMs, undefined, { signal: until }).catch(() => {})
  await Promise.race([turn, waited])
  settled.abort()
  const at = queue.indexOf(step)
  if (at >= 0) queue.splice(at, 1)
  return isMyTurn
}

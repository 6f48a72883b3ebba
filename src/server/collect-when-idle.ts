import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const INTERVAL_MS = 1_000
/** Below this share of time spent working, a second counts as quiet. */
const MAX_UTILIZATION = 0.05
const QUIET_SECONDS = 2
/** What the heap must have grown by since the last collection of this kind. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024

type Meters = {
  /** The share of time that the event loop has worked since the last call. */
  readUtilization: () => number
  readHeapBytes: () => number
  collect: () => void
}

/**
 * Returns a function to be called each second. It collects all garbage once the process has been quiet for two seconds
 * after it has allocated a lot: V8 leaves the garbage of the last load in memory until the next load. While there is
 * work, it does nothing.
 */
export const createIdleCollector = ({ readUtilization, readHeapBytes, collect }: Meters) => {
  let quietSeconds = 0
  let collectedBytes = readHeapBytes()
  return (): void => {
    quietSeconds = readUtilization() < MAX_UTILIZATION ? quietSeconds + 1 : 0
    if (quietSeconds < QUIET_SECONDS || readHeapBytes() - collectedBytes < MIN_GROWTH_BYTES) return
    collect()
    collectedBytes = readHeapBytes()
  }
}

/** Collects this process's garbage when it is idle. Returns a function that ends this. */
export const collectWhenIdle = (): (() => void) => {
  // Only contexts that are created after the flag was set have the function.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('V8 does not offer its garbage collection')
  let last = performance.eventLoopUtilization()
  const tick = createIdleCollector({
    readUtilization: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    readHeapBytes: () => getHeapStatistics().used_heap_size,
    collect: () => collect(),
  })
  const timer = setInterval(tick, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

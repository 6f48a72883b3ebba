import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const INTERVAL_MS = 1_000
/** A second in which the event loop was busy for less than this fraction of the time counts as quiet. */
const MAX_UTILIZATION = 0.05
const QUIET_SECONDS = 2
/** The heap must have grown by at least this much since the last idle collection. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024

type Meters = {
  /** Returns the fraction of time for which the event loop was busy since the last call. */
  readUtilization: () => number
  readHeapBytes: () => number
  collect: () => void
}

/**
 * Returns a function to be called every second. It runs a full garbage collection once the process has been quiet for
 * two seconds and the heap has grown considerably; otherwise, V8 keeps the garbage of the last burst of requests in
 * memory until the next one. It does nothing while the process is busy.
 */
export const createIdleGarbageCollector = ({ readUtilization, readHeapBytes, collect }: Meters) => {
  let quietSeconds = 0
  let collectedBytes = readHeapBytes()
  return (): void => {
    quietSeconds = readUtilization() < MAX_UTILIZATION ? quietSeconds + 1 : 0
    if (quietSeconds < QUIET_SECONDS || readHeapBytes() - collectedBytes < MIN_GROWTH_BYTES) return
    collect()
    collectedBytes = readHeapBytes()
  }
}

/** Runs a full garbage collection whenever this process is idle, until the returned function is called. */
export const collectGarbageWhenIdle = (): (() => void) => {
  // `gc` exists only in contexts that are created after the flag was set.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('V8 does not offer its garbage collection')
  let last = performance.eventLoopUtilization()
  const tick = createIdleGarbageCollector({
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

/** The time scale over which the rate is averaged, in milliseconds. Older completed jobs contribute less. */
const RATE_WINDOW_MS = 1_000

export type DrainRateTracker = {
  /** Must be called when a job arrives and has to wait. */
  onWait(now: number): void
  onEnd(now: number, areOthersWaiting: boolean): void
  /** Returns the average time between two job completions, in milliseconds; 0 if no job had to wait recently. */
  msPerJob(now: number): number
}

/** How long a measured rate remains valid. It is short because load changes quickly. */
const MAX_AGE_MS = 2_000

/** Measures how fast a queue with `concurrency` parallel jobs drains. */
export const createDrainRateTracker = (concurrency: number): DrainRateTracker => {
  let busySince: number | null = null
  let ends = 0
  let average = 0
  let measuredAt = 0
  return {
    onWait: (now: number) => {
      busySince ??= now
    },
    onEnd: (now: number, areOthersWaiting: boolean) => {
      if (busySince === null) return
      ends += 1
      // Concurrent jobs may finish together, so fewer completions would not be a reliable measurement.
      if (ends >= concurrency) {
        average = (now - busySince) / ends
        measuredAt = now
      }
      if (now - busySince > RATE_WINDOW_MS) {
        busySince = now - (now - busySince) / 2
        ends /= 2
      }
      if (areOthersWaiting) return
      busySince = null
      ends = 0
    },
    msPerJob: (now) => (now - measuredAt > MAX_AGE_MS ? 0 : average),
  }
}

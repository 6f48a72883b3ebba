/** Milliseconds. Older ends of jobs count for less and less in the rate at which a queue empties. */
const RATE_WINDOW_MS = 1_000

export type DrainRate = {
  /** Call this when a job arrives that must wait. */
  onWait(now: number): void
  onEnd(now: number, areOthersWaiting: boolean): void
  /** The average time between the ends of two jobs, in milliseconds; 0 if no job had to wait lately. */
  msPerJob(now: number): number
}

/** The rate counts as unknown this long after its last measurement, because a slow moment says nothing about the next. */
const MAX_AGE_MS = 2_000

/** Measures how fast a queue of jobs empties, of which `concurrency` run at a time. */
export const createDrainRate = (concurrency: number): DrainRate => {
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
      // Fewer ends say little, because concurrent jobs may end together.
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

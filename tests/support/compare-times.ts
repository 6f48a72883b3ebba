import { expect } from 'vitest'

const RUNS = 3

/** Returns the least processor time that the work took in three runs, in milliseconds. */
const measureProcessorMs = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: RUNS }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }),
  )

/** Below this, the clock is too coarse to compare. */
const MIN_MS = 5

/**
 * Asserts that four times the input takes at most ten times the processor time. Linear work takes four times, quadratic
 * work sixteen times. `work` gets the size of the input.
 */
export const expectLinearTime = (work: (size: number) => unknown, size: number): void => {
  const few = Math.max(
    measureProcessorMs(() => work(size)),
    MIN_MS,
  )
  expect(measureProcessorMs(() => work(4 * size))).toBeLessThan(10 * few)
}

/** How many times longer than undisturbed a request may take, because other processes may begin to run meanwhile. */
const MAX_SLOWDOWN = 20

/**
 * Returns a limit for work that waits for at most `waitMs`: what it does besides waiting may take many times longer than
 * `undisturbed`, a request of the same kind on the same machine.
 */
export const allowMs = async (waitMs: number, undisturbed: () => Promise<unknown>): Promise<number> =>
  waitMs + MAX_SLOWDOWN * (await timeFastest(undisturbed)).ms

/** Returns how long the fastest of some runs took, in milliseconds, and what the last one returned. */
export const timeFastest = async <T>(
  run: () => Promise<T>,
  runs = RUNS,
): Promise<{ ms: number; result: T }> => {
  let ms = Infinity
  for (let count = 1; ; count += 1) {
    const startedAt = performance.now()
    const result = await run()
    ms = Math.min(ms, performance.now() - startedAt)
    if (count === runs) return { ms, result }
  }
}

/**
 * Returns how many times longer one kind of work takes than another. They are measured by turns, so that what else runs on
 * the machine slows both down.
 */
export const compareTimes = async (
  work: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<number> => {
  let [ms, baselineMs] = [Infinity, Infinity]
  for (let count = 1; count <= 2 * RUNS; count += 1) {
    ms = Math.min(ms, (await timeFastest(work, 1)).ms)
    baselineMs = Math.min(baselineMs, (await timeFastest(baseline, 1)).ms)
  }
  return ms / baselineMs
}

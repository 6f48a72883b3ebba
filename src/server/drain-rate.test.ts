import { expect, it } from 'vitest'
import { createDrainRateTracker } from './drain-rate.ts'

it('measures the time between the ends of jobs while others wait, and forgets it after two seconds', () => {
  const rate = createDrainRateTracker(2)
  rate.onWait(1_000)
  expect(rate.msPerJob(1_000)).toBe(0)
  // Two concurrent jobs that finish together do not predict when a third will.
  rate.onEnd(1_100, true)
  expect(rate.msPerJob(1_100)).toBe(0)
  rate.onEnd(1_200, true)
  expect(rate.msPerJob(1_200)).toBe(100)
  rate.onEnd(1_500, false)
  expect(rate.msPerJob(1_500)).toBeCloseTo(166.7, 0)
  // No job is waiting any more, so later completions do not change the rate.
  rate.onEnd(1_600, false)
  expect(rate.msPerJob(3_400)).toBeCloseTo(166.7, 0)
  expect(rate.msPerJob(3_600)).toBe(0)
})

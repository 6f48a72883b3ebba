import { expect, it, onTestFinished, vi } from 'vitest'
import { enforceMinimumUploadRate, MAX_REQUEST_MS } from './upload-rate.ts'

/** Sends `rateAt(second)` bytes every second; returns the second in which the body was rejected, or null. */
const endedAfter = async (seconds: number, rateAt: (second: number) => number): Promise<number | null> => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let received = 0
  let isEnded = false
  const rate = enforceMinimumUploadRate(() => received)
  rate.ended.catch(() => {
    isEnded = true
  })
  for (let second = 0; second < seconds; second += 1) {
    received += rateAt(second)
    await vi.advanceTimersByTimeAsync(1_000)
    if (isEnded) return second + 1
  }
  rate.stop()
  return null
}

it('accepts five files of 5 MB over a connection of 256 kbit/s', async () => {
  const bytes = 5 * 5 * 1024 * 1024 * (4 / 3)
  const seconds = Math.ceil(bytes / 30_000)
  expect(seconds * 1_000).toBeLessThan(MAX_REQUEST_MS)
  expect(await endedAfter(seconds, () => 30_000)).toBeNull()
  // Simulates a phone on a train: no data for the first 20 seconds of every minute, then a faster transfer.
  expect(await endedAfter(seconds, (second) => (second % 60 < 20 ? 0 : 45_000))).toBeNull()
})

it('ends a body that sends nothing after half a minute, and one that trickles soon after', async () => {
  expect(await endedAfter(600, (second) => (second === 0 ? 10 : 0))).toBe(32)
  expect(await endedAfter(600, () => 1_000)).toBeLessThan(40)
})

it('lets a fast start cover a pause of at most 45 seconds', async () => {
  const seconds = await endedAfter(3_600, (second) => (second < 2 ? 15_000_000 : 0))
  expect(seconds).toBeGreaterThan(40)
  expect(seconds).toBeLessThan(50)
})

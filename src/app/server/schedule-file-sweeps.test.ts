import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scheduleFileSweeps } from './schedule-file-sweeps.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('sweeps soon after the start and every hour, and no longer once the server has stopped', async () => {
  const app = Fastify()
  const sweep = vi.fn(async () => {})
  const files = { evictStale: sweep, dataDir: '/nonexistent' }
  scheduleFileSweeps(app, { files, caches: [{ sweep }] } as never)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sweep).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sweep).toHaveBeenCalledTimes(4)
  await app.close()
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect(sweep).toHaveBeenCalledTimes(4)
})

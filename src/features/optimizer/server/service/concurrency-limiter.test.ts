import { describe, expect, it } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

const never = new AbortController().signal
const createLimiter = (maxRunning = 2, maxQueued = 2, maxWaitMs = 5_000) =>
  createConcurrencyLimiter({ maxRunning, maxQueued, maxWaitMs })

describe('The concurrency limiter', () => {
  it('grants slots in order of arrival, never more than the limit', async () => {
    const limiter = createLimiter(1, 5)
    const order: number[] = []
    let running = 0
    const run = async (name: number) => {
      const release = await limiter.acquire(never)
      running += 1
      expect(running).toBe(1)
      order.push(name)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running -= 1
      release()
      release()
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(run))
    expect(order).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('throws 503 if the queue is full', async () => {
    const limiter = createLimiter(1, 1)
    const release = await limiter.acquire(never)
    const second = limiter.acquire(never)
    const full = { status: 503, retryAfter: 15 }
    await expect(limiter.acquire(never)).rejects.toMatchObject(full)
    expect(() => limiter.assertCapacity()).toThrow()
    release()
    const releaseSecond = await second
    releaseSecond()
    limiter.assertCapacity()
  })

  it('stops waiting after the timeout and on abort', async () => {
    const limiter = createLimiter(1, 2, 20)
    const release = await limiter.acquire(never)
    await expect(limiter.acquire(never)).rejects.toMatchObject({ status: 503 })
    const controller = new AbortController()
    const waiting = limiter.acquire(controller.signal)
    controller.abort(new Error('aborted'))
    await expect(waiting).rejects.toThrow('aborted')
    release()
    ;(await limiter.acquire(never))()
  })

  it('passes the slot on if a caller aborts just as it is granted', async () => {
    const limiter = createLimiter(1, 3)
    const release = await limiter.acquire(never)
    const controller = new AbortController()
    const aborted = limiter.acquire(controller.signal)
    const next = limiter.acquire(never)
    release()
    controller.abort(new Error('aborted'))
    await expect(aborted).rejects.toThrow('aborted')
    ;(await next)()
    ;(await limiter.acquire(never))()
  })
})

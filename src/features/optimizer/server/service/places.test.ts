import { describe, expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const never = new AbortController().signal
const createLimiter = (maxRunning = 2, maxQueued = 2, maxWaitMs = 5_000) =>
  createPlaces({ maxRunning, maxQueued, maxWaitMs })

describe('The concurrency limiter', () => {
  it('grants slots in order of arrival, never more than the limit', async () => {
    const limiter = createLimiter(1, 5)
    const order: number[] = []
    let running = 0
    const run = async (name: number) => {
      const release = await limiter.enter(never)
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
    const release = await limiter.enter(never)
    const second = limiter.enter(never)
    const full = { status: 503, retryAfter: 15 }
    await expect(limiter.enter(never)).rejects.toMatchObject(full)
    expect(() => limiter.refuseIfFull()).toThrow()
    release()
    const releaseSecond = await second
    releaseSecond()
    limiter.refuseIfFull()
  })

  it('stops waiting after the timeout and on abort', async () => {
    const limiter = createLimiter(1, 2, 20)
    const release = await limiter.enter(never)
    await expect(limiter.enter(never)).rejects.toMatchObject({ status: 503 })
    const controller = new AbortController()
    const waiting = limiter.enter(controller.signal)
    controller.abort(new Error('aborted'))
    await expect(waiting).rejects.toThrow('aborted')
    release()
    ;(await limiter.enter(never))()
  })

  it('passes the slot on if a caller aborts just as it is granted', async () => {
    const limiter = createLimiter(1, 3)
    const release = await limiter.enter(never)
    const controller = new AbortController()
    const aborted = limiter.enter(controller.signal)
    const next = limiter.enter(never)
    release()
    controller.abort(new Error('aborted'))
    await expect(aborted).rejects.toThrow('aborted')
    ;(await next)()
    ;(await limiter.enter(never))()
  })
})

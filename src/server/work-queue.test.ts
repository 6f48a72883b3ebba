import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { compareByProcessingTime, createWorkQueue } from './work-queue.ts'

const open = (options: Partial<Parameters<typeof createWorkQueue>[0]> = {}) =>
  createWorkQueue({
    name: 'test',
    concurrency: 1,
    compare: compareByProcessingTime,
    refuse: () => new HttpError('site-busy', { message: 'Too much', retryAfter: 5 }),
    ...options,
  })
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const refused = { status: 503, retryAfter: 5 }

// Timers pass as soon as nothing else runs, so that no test depends on the speed of the machine.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode('nextTimerAsync'))
afterEach(() => void vi.useRealTimers())

describe('A work queue', () => {
  it('runs no more jobs at a time than it may', async () => {
    const { run } = open({ concurrency: 2 })
    let running = 0
    let maxRunning = 0
    const work = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await delay(5)
      running -= 1
    }
    await Promise.all(Array.from({ length: 9 }, (_, n) => run({ owner: `owner ${n % 4}` }, work)))
    expect(maxRunning).toBe(2)
  })

  it('starts jobs in order of arrival unless it has another order, and those of a higher priority first', async () => {
    const { run } = createWorkQueue({
      name: 'test',
      concurrency: 1,
      refuse: () => new HttpError('site-busy', { message: 'Too much', retryAfter: 5 }),
    })
    const order: number[] = []
    const add = (name: number, priority?: number) =>
      run({ owner: '', ...(priority && { priority }) }, async () => void order.push(name))
    await Promise.all([add(1), add(2), add(3), add(4, 1), add(5, 2), add(6, 1)])
    expect(order).toEqual([1, 5, 4, 6, 2, 3])
  })

  it('runs a new owner next, however many jobs other owners have waiting', async () => {
    const { run } = open()
    const done: string[] = []
    const add = (owner: string, ms: number) =>
      run({ owner }, () => delay(ms).then(() => void done.push(owner)))
    const busy = ['a', 'b'].flatMap((owner) => Array.from({ length: 6 }, () => add(owner, 10)))
    await delay(25)
    await add('newcomer', 1)
    expect(done.length).toBeLessThan(6)
    await Promise.all(busy)
  })

  it('gives owners equal time, not an equal number of jobs', async () => {
    const { run } = open()
    const done: string[] = []
    const add = (owner: string, ms: number) =>
      run({ owner }, () => delay(ms).then(() => void done.push(owner)))
    await Promise.all([
      ...Array.from({ length: 3 }, () => add('slow', 60)),
      ...Array.from({ length: 8 }, () => add('quick', 5)),
    ])
    expect(done.indexOf('quick')).toBe(1)
    expect(done.lastIndexOf('slow')).toBe(done.length - 1)
    expect(done.slice(1, 8)).toEqual(Array(7).fill('quick'))
  })

  it('gives a free place to the owner with the fewest running jobs', async () => {
    const { run } = open({ concurrency: 2 })
    const order: string[] = []
    const add = (owner: string) =>
      run({ owner }, async () => {
        order.push(owner)
        await delay(5)
      })
    await Promise.all(['eager', 'eager', 'eager', 'eager', 'calm'].map(add))
    expect(order.slice(0, 3)).toEqual(['eager', 'eager', 'calm'])
  })

  it('keeps running after a failed job, and refuses jobs when too many wait', async () => {
    const { run, isFull, pendingOf } = open({ maxWaiting: 3, maxPerOwner: 3 })
    const first = run({ owner: 'a' }, () => delay(10))
    const second = run({ owner: 'a' }, () => Promise.reject(new Error('broken')))
    const third = run({ owner: 'a' }, async () => 3)
    expect(pendingOf('a')).toBe(3)
    await expect(run({ owner: 'a' }, async () => 0)).rejects.toMatchObject(refused)
    expect(isFull()).toBe(false)
    const other = run({ owner: 'b' }, async () => 4)
    expect(isFull()).toBe(true)
    const surplus = run({ owner: 'c' }, async () => 0)
    await expect(surplus).rejects.toMatchObject(refused)
    await expect(second).rejects.toThrow('broken')
    expect(await Promise.all([first, third, other])).toEqual([undefined, 3, 4])
    expect(pendingOf('a')).toBe(0)
    expect(isFull()).toBe(false)
  })

  it('stops waiting after the maximum wait and on abort, and works again afterwards', async () => {
    const { run, pendingOf } = open({ maxWaitMs: 30 })
    const long = run({ owner: 'a' }, () => delay(100))
    await expect(run({ owner: 'b' }, async () => 0)).rejects.toMatchObject(refused)
    const controller = new AbortController()
    const waiting = run({ owner: 'b', signal: controller.signal }, async () => 0)
    controller.abort(new Error('aborted'))
    await expect(waiting).rejects.toThrow('aborted')
    await expect(run({ owner: 'b', signal: controller.signal }, async () => 0)).rejects.toThrow('aborted')
    expect(pendingOf('b')).toBe(0)
    await long
    expect(await run({ owner: 'b' }, async () => 'done')).toBe('done')
  })
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

const delay = <T>(ms: number, value?: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))
const visitor = (owner: string) => ({ owner })
const slow = () => delay(150, 'page')

/** How many turns of the event loop pass in one millisecond of the test: many more than a page waits before it renders. */
const TURNS_PER_MS = 20

// Time passes with the turns of the event loop, so that no test depends on the speed of the machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  let isOver = false
  const passTime = async () => {
    while (!isOver) {
      for (let turn = 0; turn < TURNS_PER_MS; turn += 1) await nextTurn()
      vi.advanceTimersByTime(1)
    }
  }
  const passing = passTime()
  return async () => {
    isOver = true
    await passing
    vi.useRealTimers()
  }
})

describe('render queue', () => {
  it('rejects a job that would wait longer than 0.8 s with 503 and Retry-After, and finishes started jobs', async () => {
    const { run } = createRenderQueue({ maxPerAddress: Infinity, hasMembers: () => false })
    const startedAt = performance.now()
    const durations: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, async () => {
        await run(visitor('192.0.2.1'), slow)
        durations.push(performance.now() - startedAt)
      }),
    )
    const rejected = results.filter((result) => result.status === 'rejected')
    // With five concurrent jobs of 0.15 s each, six rounds start within 0.8 s.
    expect(durations.length).toBe(30)
    expect(Math.max(...durations)).toBe(900)
    expect(rejected.length).toBe(80 - durations.length)
    for (const { reason } of rejected) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  })

  it('starts preferred pages first', async () => {
    const { run } = createRenderQueue({ maxPerAddress: Infinity, hasMembers: () => false })
    const order: string[] = []
    const jobs = ['other', 'other', 'preferred'].flatMap((kind) =>
      Array.from({ length: 5 }, () =>
        run({ owner: kind, priority: kind === 'preferred' ? 1 : 0 }, async () => {
          order.push(kind)
          await delay(20)
        }),
      ),
    )
    await Promise.all(jobs)
    expect(order).toEqual([
      ...Array<string>(5).fill('other'),
      ...Array<string>(5).fill('preferred'),
      ...Array<string>(5).fill('other'),
    ])
  })

  it('renders pages of visitors one after the other beside members, with pauses, unless one takes longer than 20 ms', async () => {
    const { run } = createRenderQueue({ maxPerAddress: Infinity, hasMembers: () => true })
    const started: string[] = []
    const startedAt = performance.now()
    const render = (name: string, ms: number, priority: number) =>
      run({ owner: name, priority }, async () => {
        started.push(`${name} after ${performance.now() - startedAt} ms`)
        await delay(ms)
      })
    await Promise.all([
      render('one', 6, 1),
      render('slow', 100, 0),
      render('two', 6, 1),
      render('three', 6, 1),
      render('member', 5, 2),
      render('another member', 5, 2),
    ])
    expect(started).toEqual([
      'member after 0 ms',
      'another member after 0 ms',
      'one after 0 ms',
      'slow after 9 ms',
      'two after 29 ms',
      'three after 38 ms',
    ])
  })

  it('limits the jobs from one address, and releases them afterwards', async () => {
    const { run } = createRenderQueue({ maxPerAddress: 3, hasMembers: () => false })
    const renderFor = (address: string) =>
      run(visitor(address), () => delay(20, 'page')).catch(() => 'refused')
    const first = await Promise.all([1, 2, 3, 4, 5].map(() => renderFor('192.0.2.1')))
    expect(first.filter((response) => response === 'page')).toHaveLength(3)
    expect(await Promise.all([renderFor('192.0.2.1'), renderFor('192.0.2.2')])).toEqual(['page', 'page'])
    await run(visitor('192.0.2.1'), () => Promise.reject(new Error('lost'))).catch(() => {})
    expect(await Promise.all([1, 2, 3].map(() => renderFor('192.0.2.1')))).toEqual(['page', 'page', 'page'])
  })
})

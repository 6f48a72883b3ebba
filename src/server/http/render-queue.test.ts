import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

const visitor = (address: string) => ({ address, isPreferred: false })
const slow = () => delay(150, 'page')

describe('The render queue', () => {
  it('refuses with 503 and Retry-After what would wait longer than 0.8 s, and finishes what it has begun', async () => {
    const { run } = createRenderQueue({ maxPerAddress: Infinity })
    const since = performance.now()
    const took: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, async () => {
        await run(visitor('192.0.2.1'), slow)
        took.push(performance.now() - since)
      }),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    // Eight at once, 0.15 s each: five or six turns begin within 0.8 s.
    expect(took.length).toBeGreaterThanOrEqual(32)
    expect(took.length).toBeLessThanOrEqual(56)
    expect(Math.max(...took)).toBeLessThan(1_200)
    expect(refused.length).toBe(80 - took.length)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  })

  it('begins preferred pages first', async () => {
    const { run } = createRenderQueue({ maxPerAddress: Infinity })
    const order: string[] = []
    const jobs = ['other', 'other', 'preferred'].flatMap((kind) =>
      Array.from({ length: 8 }, () =>
        run({ address: kind, isPreferred: kind === 'preferred' }, async () => {
          order.push(kind)
          await delay(20)
        }),
      ),
    )
    await Promise.all(jobs)
    expect(order).toEqual([
      ...Array<string>(8).fill('other'),
      ...Array<string>(8).fill('preferred'),
      ...Array<string>(8).fill('other'),
    ])
  })

  it('lets one address have no more than its share, and gives it back', async () => {
    const { run } = createRenderQueue({ maxPerAddress: 3 })
    const ask = (address: string) => run(visitor(address), () => delay(20, 'page')).catch(() => 'refused')
    const first = await Promise.all([1, 2, 3, 4, 5].map(() => ask('192.0.2.1')))
    expect(first.filter((answer) => answer === 'page')).toHaveLength(3)
    expect(await Promise.all([ask('192.0.2.1'), ask('192.0.2.2')])).toEqual(['page', 'page'])
    await run(visitor('192.0.2.1'), () => Promise.reject(new Error('lost'))).catch(() => {})
    expect(await Promise.all([1, 2, 3].map(() => ask('192.0.2.1')))).toEqual(['page', 'page', 'page'])
  })
})

import { describe, expect, it } from 'vitest'
import { RECOMMENDED_COST } from './password-cost.ts'
import { createPasswordHashQueue } from './password-hash.ts'

/**
 * Creates a queue whose two slots are busy until `finish` is called. `order` records the keys in the order in which
 * they ran.
 */
const busyQueue = () => {
  const run = createPasswordHashQueue()
  const order: string[] = []
  let release = () => {}
  const busy = new Promise<void>((resolve) => {
    release = resolve
  })
  const blockers = ['first', 'second'].map((key) =>
    run({ key, isTrusted: false, isLimited: true }, () => busy),
  )
  const enqueue = (key: string, options: { isTrusted?: boolean; isLimited?: boolean } = {}) =>
    run({ key, isTrusted: false, isLimited: true, ...options }, async () => void order.push(key)).then(
      () => 'done',
      (error: { status: number }) => error.status,
    )
  const finish = () => {
    release()
    return Promise.all(blockers)
  }
  return { enqueue, order, finish }
}

it('A hash costs what OWASP recommends, but for those of tests', () => {
  expect(RECOMMENDED_COST).toEqual({ N: 131_072, r: 8, p: 1 })
})

describe('The queue of password hashes', () => {
  it('runs known devices first, then the requesters with the fewest hashes', async () => {
    const { enqueue, order, finish } = busyQueue()
    const results = ['many', 'many', 'many', 'two', 'two', 'one'].map((key) => enqueue(key))
    results.push(enqueue('device', { isTrusted: true }))
    await finish()
    expect(await Promise.all(results)).toEqual(Array(7).fill('done'))
    expect(order.slice(0, 2)).toEqual(['device', 'one'])
    expect(order.slice(2, 4)).toEqual(['two', 'two'])
  })

  it('accepts three hashes per requester unless limits are off', async () => {
    const { enqueue, finish } = busyQueue()
    const limited = Array.from({ length: 5 }, () => enqueue('one'))
    const free = Array.from({ length: 5 }, () => enqueue('free', { isLimited: false }))
    await finish()
    expect(await Promise.all(limited)).toEqual(['done', 'done', 'done', 429, 429])
    expect(await Promise.all(free)).toEqual(Array(5).fill('done'))
    expect(await enqueue('one')).toBe('done')
  })

  it('holds a hundred hashes and rejects one of the busiest requester rather than the latest', async () => {
    const { enqueue, finish } = busyQueue()
    const crowd = Array.from({ length: 100 }, (_, n) => enqueue(`address ${n % 40}`))
    const owner = enqueue('owner')
    await finish()
    expect(await owner).toBe('done')
    expect((await Promise.all(crowd)).filter((result) => result === 503)).toHaveLength(1)
  })
})

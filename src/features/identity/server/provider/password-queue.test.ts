import { describe, expect, it } from 'vitest'
import { PasswordQueue } from './password-queue.ts'

/** A queue whose two places are taken until `release` is called; notes who runs, in which order. */
const busyQueue = () => {
  const queue = new PasswordQueue()
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const blockers = ['first', 'second'].map((key) =>
    queue.run({ key, isKnown: false, isLimited: true }, () => held),
  )
  const ask = (key: string, more: { isKnown?: boolean; isLimited?: boolean } = {}) =>
    queue
      .run({ key, isKnown: false, isLimited: true, ...more }, async () => void order.push(key))
      .then(
        () => 'done',
        (error: { status: number }) => error.status,
      )
  const finish = () => {
    release()
    return Promise.all(blockers)
  }
  return { ask, order, finish }
}

describe('Password hashes that wait', () => {
  it('begin with known devices, then with whoever asks for fewer', async () => {
    const { ask, order, finish } = busyQueue()
    const answers = ['many', 'many', 'many', 'two', 'two', 'one'].map((key) => ask(key))
    answers.push(ask('device', { isKnown: true }))
    await finish()
    expect(await Promise.all(answers)).toEqual(Array(7).fill('done'))
    expect(order.slice(0, 2)).toEqual(['device', 'one'])
    expect(order.slice(2, 4)).toEqual(['two', 'two'])
  })

  it('are three for each asker, unless limits are off', async () => {
    const { ask, finish } = busyQueue()
    const limited = Array.from({ length: 5 }, () => ask('one'))
    const free = Array.from({ length: 5 }, () => ask('free', { isLimited: false }))
    await finish()
    expect(await Promise.all(limited)).toEqual(['done', 'done', 'done', 429, 429])
    expect(await Promise.all(free)).toEqual(Array(5).fill('done'))
    expect(await ask('one')).toBe('done')
  })

  it('are a hundred in all: the one that asks most gives way, not the one that comes last', async () => {
    const { ask, finish } = busyQueue()
    const crowd = Array.from({ length: 100 }, (_, n) => ask(`address ${n % 40}`))
    const owner = ask('owner')
    await finish()
    expect(await owner).toBe('done')
    expect((await Promise.all(crowd)).filter((answer) => answer === 503)).toHaveLength(1)
  })
})

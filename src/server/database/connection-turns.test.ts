import { describe, expect, it, vi } from 'vitest'
import { createConnectionTurns } from './connection-turns.ts'

/** Lets what waits for a promise run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('The turns of connections', () => {
  it('hand out as many as there are, reads first, and a write after three reads', async () => {
    const turns = createConnectionTurns(2)
    const order: string[] = []
    const enter = (name: string, kind: 'read' | 'write') =>
      turns.enter(kind, 1_000).then(() => void order.push(name))
    for (const n of [1, 2, 3, 4]) void enter(`write ${n}`, 'write')
    for (const n of [1, 2, 3, 4]) void enter(`read ${n}`, 'read')
    await settle()
    expect([order, turns.waiting()]).toEqual([['write 1', 'write 2'], 6])
    for (let n = 0; n < 6; n += 1) turns.leave()
    await settle()
    expect(order.slice(2)).toEqual(['read 1', 'read 2', 'read 3', 'write 3', 'read 4', 'write 4'])
    expect(turns.waiting()).toBe(0)
    // All are given back, so two enter at once again, and no third.
    turns.leave()
    turns.leave()
    order.length = 0
    for (const n of [1, 2, 3]) void enter(`read ${n}`, 'read')
    await settle()
    expect(order).toEqual(['read 1', 'read 2'])
    turns.leave()
  })

  it('end the wait after its time, without a loss of a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const turns = createConnectionTurns(1)
    await turns.enter('write', 1_000)
    const late = turns.enter('read', 1_000)
    vi.advanceTimersByTime(1_000)
    await expect(late).rejects.toThrow('No connection became free in time')
    expect(turns.waiting()).toBe(0)
    turns.leave()
    await turns.enter('read', 1_000)
    vi.useRealTimers()
  })
})

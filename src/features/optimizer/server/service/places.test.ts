import { describe, expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const never = new AbortController().signal
const places = (atOnce = 2, waiting = 2, patienceMs = 5_000) => createPlaces({ atOnce, waiting, patienceMs })

describe('Places', () => {
  it('are given in the order of coming, and never more at once', async () => {
    const door = places(1, 5)
    const order: number[] = []
    let inside = 0
    const visit = async (name: number) => {
      const leave = await door.enter(never)
      inside += 1
      expect(inside).toBe(1)
      order.push(name)
      await new Promise((resolve) => setTimeout(resolve, 2))
      inside -= 1
      leave()
      leave()
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(visit))
    expect(order).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('refuse with 503 whom they cannot let wait', async () => {
    const door = places(1, 1)
    const leave = await door.enter(never)
    const second = door.enter(never)
    const full = { status: 503, retryAfter: 15 }
    await expect(door.enter(never)).rejects.toMatchObject(full)
    expect(() => door.refuseIfFull()).toThrow()
    leave()
    const leaveSecond = await second
    leaveSecond()
    door.refuseIfFull()
  })

  it('end waiting after a while, and when the one who waits leaves', async () => {
    const door = places(1, 2, 20)
    const leave = await door.enter(never)
    await expect(door.enter(never)).rejects.toMatchObject({ status: 503 })
    const leaving = new AbortController()
    const waiting = door.enter(leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    leave()
    ;(await door.enter(never))()
  })

  it('go on to the next where somebody leaves just as their turn comes', async () => {
    const door = places(1, 3)
    const leave = await door.enter(never)
    const leaving = new AbortController()
    const unlucky = door.enter(leaving.signal)
    const next = door.enter(never)
    leave()
    leaving.abort(new Error('left'))
    await expect(unlucky).rejects.toThrow('left')
    ;(await next)()
    ;(await door.enter(never))()
  })
})

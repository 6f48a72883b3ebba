import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { createReadSlots } from './read-slots.ts'

const open = () => createReadSlots({ slots: 2, maxWaitMs: 60 })

describe('createReadSlots', () => {
  it('runs no more reads at a time than there are slots', async () => {
    const { run } = open()
    let running = 0
    let maxRunning = 0
    const read = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await delay(5)
      running -= 1
    }
    await Promise.all(Array.from({ length: 9 }, (_, n) => run(`client ${n % 4}`, read)))
    expect(maxRunning).toBe(2)
  })

  it('gives a free slot to the client with the fewest running reads', async () => {
    const { run } = open()
    const order: string[] = []
    const read = (client: string) =>
      run(client, async () => {
        order.push(client)
        await delay(5)
      })
    await Promise.all(['eager', 'eager', 'eager', 'eager', 'calm'].map(read))
    expect(order.slice(0, 3)).toEqual(['eager', 'eager', 'calm'])
  })

  it('rejects with 503 after the maximum wait, and works again afterwards', async () => {
    const { run } = open()
    const long = ['a', 'b'].map((client) => run(client, () => delay(150)))
    const error = await run('c', async () => 'read').catch((error: unknown) => error)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status: 503, retryAfter: 1 })
    await Promise.all(long)
    expect(await run('c', async () => 'read')).toBe('read')
  })

  it('releases the slot of a failed read', async () => {
    const { run } = open()
    const failing = () => run('a', () => Promise.reject(new Error('no')))
    for (let n = 0; n < 5; n += 1) await expect(failing()).rejects.toThrow('no')
    expect(await run('a', async () => 'read')).toBe('read')
  })
})

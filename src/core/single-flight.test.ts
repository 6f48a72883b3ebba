import { expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

it('runs one job for all calls with a key until it ends', async () => {
  const runOnce = createSingleFlight<number>()
  let runs = 0
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const work = async () => {
    runs += 1
    const run = runs
    await promise
    return run
  }
  const first = [runOnce('a', work), runOnce('a', work), runOnce('b', work)]
  resolve(undefined)
  expect(await Promise.all(first)).toEqual([1, 1, 2])
  expect(await runOnce('a', work)).toBe(3)
})

it('runs the job again after it has failed', async () => {
  const runOnce = createSingleFlight<number>()
  await expect(runOnce('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await runOnce('a', () => Promise.resolve(2))).toBe(2)
})

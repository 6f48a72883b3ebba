import { expect, it } from 'vitest'
import { retryOnConflict } from './retry-on-conflict.ts'

const failing = (code: string, times: number) => {
  const calls = { count: 0 }
  const run = async () => {
    calls.count += 1
    if (calls.count <= times) throw Object.assign(new Error(code), { code })
    return 'done'
  }
  return { calls, run }
}

it.each(['40001', '40P01', '55P03'])('retries a transaction that lost to another one (%s)', async (code) => {
  const { run, calls } = failing(code, 3)
  expect([await retryOnConflict(run), calls.count]).toEqual(['done', 4])
})

it('throws the error after four attempts', async () => {
  const { run, calls } = failing('40P01', 9)
  await expect(retryOnConflict(run)).rejects.toThrow('40P01')
  expect(calls.count).toBe(4)
})

it('does not retry a permanent error', async () => {
  const { run, calls } = failing('23505', 1)
  await expect(retryOnConflict(run)).rejects.toThrow('23505')
  expect(calls.count).toBe(1)
})

import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const open = (options: object = {}) =>
  createFairQueue({
    concurrency: 1,
    maxWaiting: 100,
    maxWaitingPerOwner: 50,
    message: 'Too much',
    ...options,
  })

it('runs a new owner next, however many jobs other owners have waiting', async () => {
  const run = open()
  const done: string[] = []
  const add = (owner: string, ms: number) => run(owner, () => pause(ms).then(() => void done.push(owner)))
  const busy = ['a', 'b'].flatMap((owner) => Array.from({ length: 6 }, () => add(owner, 10)))
  await pause(25)
  await add('newcomer', 1)
  expect(done.length).toBeLessThan(6)
  await Promise.all(busy)
})

it('gives owners equal time, not an equal number of jobs', async () => {
  const run = open()
  const done: string[] = []
  const add = (owner: string, ms: number) => run(owner, () => pause(ms).then(() => void done.push(owner)))
  await Promise.all([
    ...Array.from({ length: 3 }, () => add('slow', 60)),
    ...Array.from({ length: 8 }, () => add('quick', 5)),
  ])
  expect(done.indexOf('quick')).toBe(1)
  expect(done.lastIndexOf('slow')).toBe(done.length - 1)
  expect(done.slice(1, 8)).toEqual(Array(7).fill('quick'))
})

it('keeps running after a failed job, and rejects with 503 when too many jobs wait', async () => {
  const run = open({ maxWaiting: 3, maxWaitingPerOwner: 2 })
  const first = run('a', () => pause(10))
  const [second, third] = [run('a', () => Promise.reject(new Error('broken'))), run('a', async () => 3)]
  expect(() => run('a', pause.bind(null, 1))).toThrow('Too much')
  const other = run('b', async () => 4)
  expect(() => run('c', pause.bind(null, 1))).toThrow(expect.objectContaining({ status: 503, retryAfter: 5 }))
  await expect(second).rejects.toThrow('broken')
  expect(await Promise.all([first, third, other])).toEqual([undefined, 3, 4])
})

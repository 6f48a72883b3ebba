import { expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const open = (given: object = {}) =>
  fairQueue({ concurrency: 1, maxWaiting: 100, maxWaitingEach: 50, message: 'Too much', ...given })

it('A newcomer is next, however many pieces the others have waiting', async () => {
  const run = open()
  const done: string[] = []
  const add = (owner: string, ms: number) => run(owner, () => pause(ms).then(() => void done.push(owner)))
  const busy = ['a', 'b'].flatMap((owner) => Array.from({ length: 6 }, () => add(owner, 10)))
  await pause(25)
  await add('newcomer', 1)
  expect(done.length).toBeLessThan(6)
  await Promise.all(busy)
})

it('Owners are served the same time, not the same number of pieces', async () => {
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

it('What fails takes nothing else with it, and what is too much is refused with 503', async () => {
  const run = open({ maxWaiting: 3, maxWaitingEach: 2 })
  const first = run('a', () => pause(10))
  const [second, third] = [run('a', () => Promise.reject(new Error('broken'))), run('a', async () => 3)]
  expect(() => run('a', pause.bind(null, 1))).toThrow('Too much')
  const other = run('b', async () => 4)
  expect(() => run('c', pause.bind(null, 1))).toThrow(expect.objectContaining({ status: 503, retryAfter: 5 }))
  await expect(second).rejects.toThrow('broken')
  expect(await Promise.all([first, third, other])).toEqual([undefined, 3, 4])
})

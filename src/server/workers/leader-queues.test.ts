import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLeaderQueues } from './leader-queues.ts'
import { createLeaderUploads } from './leader-uploads.ts'
import { createPeer } from './peer.ts'
import type { LeaderMethods, WorkerMethods } from './protocol.ts'

const queue = { name: 'tests', concurrency: 2, maxPerOwner: 2, maxWaiting: 1 }

/** Simulates two workers of one leader without starting processes; `join` takes the id of the job. */
const openQueues = () => {
  const queues = createLeaderQueues()
  return [queues.methodsFor(), queues.methodsFor()].map(({ methods, end }) => ({
    join: (id: number, owner = `${id}`) => methods.joinQueue({ id, queue, job: { owner } }),
    leave: methods.leaveQueue,
    isFull: () => methods.isQueueFull(queue),
    end,
  }))
}

describe('A queue that workers share', () => {
  it('runs as many jobs at a time as one process would', async () => {
    const [one, other] = openQueues()
    expect(await Promise.all([one?.join(1), other?.join(2)])).toEqual([null, null])
    const waiting = other?.join(3)
    await expect.poll(() => one?.isFull()).toBe(true)
    expect(await one?.join(4)).toBe('queue')
    one?.leave(1)
    expect(await waiting).toBe(null)
  })

  it('counts the jobs of an owner in all workers', async () => {
    const [one, other] = openQueues()
    expect(await one?.join(1, 'owner')).toBe(null)
    expect(await other?.join(2, 'owner')).toBe(null)
    expect(await one?.join(3, 'owner')).toBe('owner')
    other?.leave(2)
    await expect.poll(() => one?.join(4, 'owner')).toBe(null)
  })

  it('frees the jobs of a worker that ends, whether they run or wait', async () => {
    const [one, other] = openQueues()
    await Promise.all([one?.join(1), one?.join(2)])
    one?.join(3).catch(() => {})
    one?.end()
    await nextTurn()
    expect(await Promise.all([other?.join(1), other?.join(2)])).toEqual([null, null])
  })
})

it('ends a stalled upload of another worker', async () => {
  const uploads = createLeaderUploads()
  const preempted: number[] = []
  const connect = () => {
    const preemptUpload = (id: number) => void preempted.push(id)
    const worker = createPeer<LeaderMethods, WorkerMethods>((message) => inWorker.receive(message), {})
    const inWorker = createPeer<WorkerMethods, LeaderMethods>((message) => worker.receive(message), {
      preemptUpload,
    })
    return uploads.methodsFor(() => worker)
  }
  const [one, other] = [connect(), connect()]
  const owners = ['account:1']
  one.methods.beginUpload({ id: 1, owners })
  other.methods.beginUpload({ id: 2, owners })
  expect(one.methods.takeUploadSlots({ id: 1, slots: 300 })).toBe(true)
  expect(other.methods.takeUploadSlots({ id: 2, slots: 100 })).toBe(false)
  one.methods.reportUploadRate({ id: 1, isSlow: true })
  expect(other.methods.takeUploadSlots({ id: 2, slots: 100 })).toBe(true)
  expect(preempted).toEqual([1])
  other.end()
  one.methods.beginUpload({ id: 3, owners })
  expect(one.methods.takeUploadSlots({ id: 3, slots: 320 })).toBe(true)
})

it('rejects calls to a process that has ended', async () => {
  const peer = createPeer<LeaderMethods, WorkerMethods>(() => {}, {})
  const call = peer.call('metrics', null)
  peer.close()
  await expect(call).rejects.toThrow('has ended')
})

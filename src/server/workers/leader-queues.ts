import type { RejectionReason, WorkQueue } from '../work-queue.ts'
import type { LeaderMethods, SharedQueueSettings } from './protocol.ts'
import { openSharedQueue } from './shared-work-queue.ts'

class RejectedJob extends Error {
  readonly reason: RejectionReason
  constructor(reason: RejectionReason) {
    super(reason)
    this.reason = reason
  }
}

type QueueMethods = Pick<LeaderMethods, 'joinQueue' | 'leaveQueue' | 'isQueueFull'>

/**
 * Creates the leader's side of shared work queues. A queue is opened when the first job joins it. Call
 * `methodsFor` for each worker, and call the returned `end` when the worker has exited so that its jobs leave
 * their queues.
 */
export const createLeaderQueues = (): { methodsFor(): { methods: QueueMethods; end(): void } } => {
  const queues = new Map<string, WorkQueue>()

  const queueOf = (settings: SharedQueueSettings): WorkQueue => {
    const queue =
      queues.get(settings.name) ??
      openSharedQueue({ ...settings, refuse: (reason) => new RejectedJob(reason) })
    queues.set(settings.name, queue)
    return queue
  }

  const methodsFor = () => {
    const leave = new Map<number, () => void>()
    const joinQueue: QueueMethods['joinQueue'] = ({ id, queue, job }) =>
      new Promise((resolve, reject) => {
        const cancel = new AbortController()
        const { promise: left, resolve: end } = Promise.withResolvers<void>()
        leave.set(id, () => {
          end()
          cancel.abort()
        })
        const start = () => {
          resolve(null)
          return left
        }
        queueOf(queue)
          .run({ ...job, signal: cancel.signal }, start)
          .catch((error: unknown) => (error instanceof RejectedJob ? resolve(error.reason) : reject(error)))
          .finally(() => leave.delete(id))
      })
    return {
      methods: {
        joinQueue,
        leaveQueue: (id: number) => leave.get(id)?.(),
        isQueueFull: (queue: SharedQueueSettings) => queueOf(queue).isFull(),
      },
      end: () => {
        for (const end of leave.values()) end()
      },
    }
  }
  return { methodsFor }
}

import { performance } from 'node:perf_hooks'
import { HttpError } from '#core/http-error.ts'

type Job = { owner: string; start: () => Promise<void> }
type Limits = { concurrency: number; maxWaiting: number; maxWaitingPerOwner: number; message: string }

/** An owner's served time resets after this long without new work. */
const RESET_AFTER_MS = 60_000

/**
 * Runs the jobs of many owners with limited concurrency. The owner who has received the least processing time
 * recently goes next, so that a new owner's single job does not wait for another owner's hundred jobs. Throws
 * a 503 when too many jobs wait.
 */
export const createFairQueue = ({ concurrency, maxWaiting, maxWaitingPerOwner, message }: Limits) => {
  const waiting: Job[] = []
  const running = new Map<string, number>()
  const served = new Map<string, { ms: number; until: number }>()
  let active = 0

  const servedMs = (owner: string): number => served.get(owner)?.ms ?? 0

  /** Prefers the owner with the fewest running jobs, then the least served time, then the oldest job. */
  const takeNext = (): Job | undefined => {
    let next: Job | undefined
    for (const job of waiting) {
      const difference = next && (running.get(job.owner) ?? 0) - (running.get(next.owner) ?? 0)
      if (!next || difference === undefined) next = job
      else if (difference < 0 || (difference === 0 && servedMs(job.owner) < servedMs(next.owner))) next = job
    }
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  const startNext = (): void => {
    while (active < concurrency) {
      const job = takeNext()
      if (!job) return
      active += 1
      running.set(job.owner, (running.get(job.owner) ?? 0) + 1)
      const startedAt = performance.now()
      void job.start().finally(() => {
        active -= 1
        finish(job.owner, startedAt)
        startNext()
      })
    }
  }

  const finish = (owner: string, startedAt: number): void => {
    const remaining = (running.get(owner) ?? 1) - 1
    if (remaining > 0) running.set(owner, remaining)
    else running.delete(owner)
    const now = performance.now()
    for (const [other, { until }] of served) if (until < now) served.delete(other)
    served.set(owner, { ms: servedMs(owner) + now - startedAt, until: now + RESET_AFTER_MS })
  }

  return <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (
      waiting.length >= maxWaiting ||
      waiting.filter((job) => job.owner === owner).length >= maxWaitingPerOwner
    )
      throw new HttpError('uploads-busy', { message, retryAfter: 5 })
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ owner, start: () => work().then(resolve, reject) })
    startNext()
    return promise
  }
}

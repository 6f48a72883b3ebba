import { performance } from 'node:perf_hooks'
import { unavailable } from '#core/failure.ts'

type Job = { owner: string; start: () => Promise<void> }
type Limits = { concurrency: number; maxWaiting: number; maxWaitingEach: number; message: string }

/** What an owner has used is forgotten after this long without new work. */
const FORGET_AFTER_MS = 60_000

/**
 * Runs work for many owners, a few pieces at a time: next comes the owner who has been served for the shortest time of
 * late, so that one piece of a newcomer's does not stand behind a hundred pieces of somebody else's. Throws 503 where
 * too many pieces wait.
 */
export const fairQueue = ({ concurrency, maxWaiting, maxWaitingEach, message }: Limits) => {
  const waiting: Job[] = []
  const running = new Map<string, number>()
  const served = new Map<string, { ms: number; until: number }>()
  let active = 0

  const servedFor = (owner: string): number => served.get(owner)?.ms ?? 0

  /** Fewest running pieces first, then the least time served, then the one that came first. */
  const takeNext = (): Job | undefined => {
    let next: Job | undefined
    for (const job of waiting) {
      const ahead = next && (running.get(job.owner) ?? 0) - (running.get(next.owner) ?? 0)
      if (!next || ahead === undefined) next = job
      else if (ahead < 0 || (ahead === 0 && servedFor(job.owner) < servedFor(next.owner))) next = job
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
    const left = (running.get(owner) ?? 1) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    const now = performance.now()
    for (const [other, { until }] of served) if (until < now) served.delete(other)
    served.set(owner, { ms: servedFor(owner) + now - startedAt, until: now + FORGET_AFTER_MS })
  }

  return <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= maxWaiting || waiting.filter((job) => job.owner === owner).length >= maxWaitingEach)
      throw unavailable(message)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ owner, start: () => work().then(resolve, reject) })
    startNext()
    return promise
  }
}

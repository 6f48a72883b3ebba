import { unavailable } from '#core/failure.ts'

/**
 * Runs heavy jobs one at a time. Concurrent requests for the same key share one job. Throws a 503 if
 * `maxJobs` are already queued or running.
 */
export const inTurn = <T>(maxJobs: number) => {
  const running = new Map<string, Promise<T>>()
  let last: Promise<unknown> = Promise.resolve()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const existing = running.get(key)
    if (existing) return existing
    if (running.size >= maxJobs)
      throw unavailable('Too many files are being fetched. Try again in a few seconds.')
    const job = last.then(work, work).finally(() => running.delete(key))
    last = job.catch(() => {})
    running.set(key, job)
    return job
  }
}

import { HttpError } from '#core/http-error.ts'

/** The number of concurrent renders: while one waits for the database, another uses the CPU. */
const MAX_RUNNING = 8
const MAX_WAITING = 400
/** The longest time that a request waits before its rendering starts. */
const MAX_WAIT_MS = 800

type Job = { address: string; isPreferred: boolean }
type Waiting = { start: () => void }

const busy = () => new HttpError('site-busy', { retryAfter: 2 })

/**
 * Limits how many pages render concurrently and how long a request waits. Further requests are rejected with
 * 503 immediately, so that an overloaded site serves as much as it can instead of serving everything late.
 * Preferred jobs go first. `maxPerAddress` limits the jobs from one address, so that a single visitor cannot
 * fill the queue.
 */
export const createRenderQueue = ({ maxPerAddress }: { maxPerAddress: number }) => {
  const preferred = new Set<Waiting>()
  const others = new Set<Waiting>()
  const jobsOf = new Map<string, number>()
  let running = 0

  const count = (address: string, change: 1 | -1) => {
    const jobs = (jobsOf.get(address) ?? 0) + change
    if (jobs === 0) jobsOf.delete(address)
    else jobsOf.set(address, jobs)
  }

  const startNext = () => {
    const lane = preferred.size > 0 ? preferred : others
    for (const next of lane) {
      lane.delete(next)
      return next.start()
    }
  }

  const waitForTurn = ({ isPreferred }: Job) => {
    if (running < MAX_RUNNING) {
      running += 1
      return
    }
    if (preferred.size + others.size >= MAX_WAITING) throw busy()
    const lane = isPreferred ? preferred : others
    return new Promise<void>((resolve, reject) => {
      const waiting = {
        start: () => {
          clearTimeout(timer)
          running += 1
          resolve()
        },
      }
      const timer = setTimeout(() => {
        lane.delete(waiting)
        reject(busy())
      }, MAX_WAIT_MS)
      lane.add(waiting)
    })
  }

  return {
    /** Throws a 503 `HttpError` if the job would wait too long. */
    async run<T>(job: Job, render: () => Promise<T>): Promise<T> {
      if ((jobsOf.get(job.address) ?? 0) >= maxPerAddress) throw busy()
      count(job.address, 1)
      try {
        await waitForTurn(job)
        try {
          return await render()
        } finally {
          running -= 1
          startNext()
        }
      } finally {
        count(job.address, -1)
      }
    },
  }
}

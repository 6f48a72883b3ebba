import { Failure } from '#core/failure.ts'

/** Renders at once: each waits for the database now and then, and meanwhile another one computes. */
const MAX_RUNNING = 8
const MAX_WAITING = 400
/** Milliseconds. Longer than this nobody waits for a page to begin. */
const MAX_WAIT_MS = 800

type Job = { address: string; isPreferred: boolean }
type Waiting = { begin: () => void }

const busy = () =>
  new Failure(503, 'The site is busy right now. Try again in a few seconds.', { retryAfter: 2 })

/**
 * Bounds how many pages are rendered at once and how long a request waits for its turn; the rest are refused with 503
 * at once, so that under load the site answers what it can instead of answering everything late. Preferred jobs go
 * first. `maxPerAddress` bounds the jobs of one address, so that one visitor cannot fill the queue for all.
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

  const beginNext = () => {
    const lane = preferred.size > 0 ? preferred : others
    for (const next of lane) {
      lane.delete(next)
      return next.begin()
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
        begin: () => {
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
    /** Throws a 503 Failure where the job would wait too long. */
    async run<T>(job: Job, render: () => Promise<T>): Promise<T> {
      if ((jobsOf.get(job.address) ?? 0) >= maxPerAddress) throw busy()
      count(job.address, 1)
      try {
        await waitForTurn(job)
        try {
          return await render()
        } finally {
          running -= 1
          beginNext()
        }
      } finally {
        count(job.address, -1)
      }
    },
  }
}

import { HttpError } from '#core/http-error.ts'
import { createWorkQueue, type WorkQueue } from '../work-queue.ts'

/**
 * Limits how many pages render concurrently (while one waits for the database, another uses the CPU) and how
 * long a request waits. Further requests are rejected with 503 immediately, so that an overloaded site serves
 * as much as it can instead of serving everything late. `maxPerAddress` limits the jobs from one address, so
 * that a single visitor cannot fill the queue.
 */
export const createRenderQueue = ({ maxPerAddress }: { maxPerAddress: number }): WorkQueue =>
  createWorkQueue({
    concurrency: 8,
    maxWaiting: 400,
    maxWaitMs: 800,
    maxPerOwner: maxPerAddress,
    refuse: () => new HttpError('site-busy', { retryAfter: 2 }),
  })

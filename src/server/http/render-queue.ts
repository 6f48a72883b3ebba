import { setImmediate as nextTurn } from 'node:timers/promises'
import { HttpError } from '#core/http-error.ts'
import { createWorkQueue, type WorkQueue } from '../work-queue.ts'

/** How many turns of the event loop pass before each page is rendered. One turn takes about 15 µs. */
const TURNS = 8
/** This leaves enough time to render the page within one second. */
const MAX_WAIT_MS = 800
/** How many pages are rendered at a time: while one waits for the database, another uses the CPU. */
export const CONCURRENT_PAGES = 5

/**
 * Limits how many pages render concurrently and how long a request waits for its turn; `rejectPagesUnderPressure`
 * rejects most of those that would wait too long when they arrive. `maxPerAddress` limits the jobs from one IP address,
 * so a single visitor cannot fill the queue.
 */
export const createRenderQueue = ({ maxPerAddress }: { maxPerAddress: number }): WorkQueue =>
  createWorkQueue({
    name: 'pages',
    concurrency: CONCURRENT_PAGES,
    maxWaiting: 400,
    maxWaitMs: MAX_WAIT_MS,
    maxPerOwner: maxPerAddress,
    refuse: () => new HttpError('site-busy', { retryAfter: 2 }),
  })

/**
 * Lets the event loop read new requests before a page is rendered. Rendering a page whose data is cached never yields to
 * the event loop, which would otherwise render all queued pages first. Several turns are needed because libuv accepts one
 * connection in each.
 */
export const yieldToRequests = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { HttpError } from '#core/http-error.ts'
import { createWorkQueue, type WorkQueue } from '../work-queue.ts'

/** How many turns of the event loop pass before each page is rendered. One turn takes about 15 µs. */
const TURNS = 8
/** This leaves enough time to render the page within one second. */
const MAX_WAIT_MS = 800
/** How many pages are rendered at a time: while one waits for the database, another uses the CPU. */
export const CONCURRENT_PAGES = 5
/** How many of them can be visitors' while members use the site. */
const VISITORS_BESIDE_MEMBERS = 3
/** A visitor's page that takes longer than this waits for the database, so the next one need not wait for it. */
const MAX_TURN_MS = 20
/** How long the event loop is left to members after a visitor's page, as a share of the time that it took. */
const PAUSE_SHARE = 0.5

/** Members come first, and of visitors' pages those that are not a search or another list of their own. */
export const PRIORITY = { member: 2, page: 1, list: 0 }

type Options = {
  maxPerAddress: number
  /** Whether members use the site at the moment. */
  hasMembers: () => boolean
}

/**
 * Limits how many pages render concurrently and how long a request waits for its turn; `rejectPagesUnderPressure`
 * rejects most of those that would wait too long when they arrive. `maxPerAddress` limits the jobs from one IP address,
 * so a single visitor cannot fill the queue. While members use the site, visitors' pages take turns: with several at a
 * time, the event loop would never be idle, and each step of a member's request would wait for a page (decision 187).
 */
export const createRenderQueue = ({ maxPerAddress, hasMembers }: Options): Pick<WorkQueue, 'run'> => {
  const isBesideMembers = (priority = 0) => priority < PRIORITY.member && hasMembers()
  const takeTurn = createTurns()
  const queue = createWorkQueue({
    name: 'pages',
    concurrency: CONCURRENT_PAGES,
    concurrencyOf: (priority) => (isBesideMembers(priority) ? VISITORS_BESIDE_MEMBERS : CONCURRENT_PAGES),
    maxWaiting: 400,
    maxWaitMs: MAX_WAIT_MS,
    maxPerOwner: maxPerAddress,
    refuse: () => new HttpError('site-busy', { retryAfter: 2 }),
  })
  return {
    run: (job, work) => queue.run(job, () => (isBesideMembers(job.priority) ? takeTurn(work) : work())),
  }
}

/** Runs one job after the other; none waits longer than `MAX_TURN_MS` for the one before it, and its pause. */
const createTurns = () => {
  let last: Promise<void> = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const before = last
    const { promise, resolve: end } = Promise.withResolvers<void>()
    last = promise
    await before
    const startedAt = performance.now()
    const timer = setTimeout(end, MAX_TURN_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      setTimeout(end, (performance.now() - startedAt) * PAUSE_SHARE)
    }
  }
}

/**
 * Lets the event loop read new requests before a page is rendered. Rendering a page whose data is cached never yields to
 * the event loop, which would otherwise render all queued pages first. Several turns are needed because libuv accepts one
 * connection in each.
 */
export const yieldToRequests = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { HttpError } from '#core/http-error.ts'
import { scaleTimeLimit } from '../limits/scale-time-limit.ts'
import { compareByProcessingTime, createWorkQueue } from '../work-queue.ts'
import { getWorkerShare } from '../workers.ts'
import type { ImageJobs } from './image-worker-entry.ts'
import type { ImageLane } from './media-types.ts'

type Schedule = {
  /** The client on whose behalf the job runs; the queue shares time fairly between owners. */
  owner?: string
  lane?: ImageLane
}

/** The CPU time that a job may use in each lane; a file gets at most 2 seconds in total. */
const MAX_MS: Readonly<Record<ImageLane, number>> = { light: 1_000, heavy: 2_000 }
/**
 * The wall-clock limit for a job, which the worker enforces. It takes effect when the machine is so busy that the job gets
 * hardly any CPU time.
 */
const MAX_WAIT_MS = scaleTimeLimit(10_000)
/** The time after which the server ends the worker itself, because its event loop is blocked or it has not started. */
const MAX_RESPONSE_MS = MAX_WAIT_MS + scaleTimeLimit(2_000)
/**
 * An idle image worker exits after this long to free its memory. The time is shorter if the server has several workers,
 * because each of them may start an image worker.
 */
const IDLE_MS = getWorkerShare(30_000, 5_000)
const TOO_SLOW = 'The file takes too long to process. Upload a smaller one.'

/**
 * Runs a job of `image-worker-entry.ts` in a separate process. Each of the server's processes runs at most one light and
 * one heavy job at a time. Throws a 413 if the file needs more than two seconds of CPU time, and a 503 if
 * the process crashes or too many jobs are waiting.
 */
export const runImageJob = async <Name extends keyof ImageJobs>(
  name: Name,
  input: Parameters<ImageJobs[Name]>[0],
  { owner = '', lane = 'light' }: Schedule = {},
): Promise<Awaited<ReturnType<ImageJobs[Name]>>> => {
  if (lane === 'heavy') return runIn('heavy', owner, name, input, MAX_MS.heavy)
  try {
    return await runIn('light', owner, name, input, MAX_MS.light)
  } catch (error) {
    // The job turned out heavier than estimated, so it may use the rest of its two seconds in the heavy lane.
    if (error instanceof TooSlow) return runIn('heavy', owner, name, input, MAX_MS.heavy - MAX_MS.light)
    throw error
  }
}

class TooSlow extends HttpError<'file-too-large'> {
  constructor(cause: unknown) {
    super('file-too-large', { message: TOO_SLOW, cause })
  }
}

const runIn = <Name extends keyof ImageJobs>(
  lane: ImageLane,
  owner: string,
  name: Name,
  input: Parameters<ImageJobs[Name]>[0],
  maxMs: number,
): Promise<Awaited<ReturnType<ImageJobs[Name]>>> =>
  queues[lane].run({ owner }, async () => {
    let isTooSlow = false
    const channel = {
      postMessage: () => {
        isTooSlow = true
      },
    }
    const signal = AbortSignal.timeout(MAX_RESPONSE_MS)
    try {
      pools[lane] ??= openPool()
      const job = { name, input, maxMs, maxWaitMs: MAX_WAIT_MS }
      return await pools[lane].run(job, { name: 'runWorkerJob', signal, channel })
    } catch (error) {
      if (isTooSlow) throw new TooSlow(error)
      throw new HttpError('file-processing-failed', { retryAfter: 5, cause: error })
    }
  })

const pools: Partial<Record<ImageLane, Tinypool>> = {}

const createQueue = (lane: ImageLane, maxWaiting: number, maxPerOwner: number) =>
  createWorkQueue({
    name: `${lane} image jobs`,
    concurrency: 1,
    compare: compareByProcessingTime,
    maxWaiting,
    maxPerOwner,
    refuse: () =>
      new HttpError('uploads-busy', {
        message: 'Too many images are being processed. Try again in a few seconds.',
        retryAfter: 5,
      }),
  })
/** The light queue is long because a page requests a thumbnail for each image it shows. */
const queues = { light: createQueue('light', 400, 100), heavy: createQueue('heavy', 200, 40) }

const openPool = (): Tinypool => {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('image-worker-entry.ts', import.meta.url)),
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
    // An attacker who takes over a decoder finds none of the site's secrets in the environment.
    env: pick(process.env, ['PATH', 'HOME', 'TMPDIR', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']),
  })
  // The worker exited while idle; the next job starts a new one.
  pool.on('error', () => {})
  return pool
}

const pick = (env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

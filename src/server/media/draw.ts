import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { Failure, unavailable } from '#core/failure.ts'
import { fairQueue } from '#server/fair-queue.ts'
import type { Jobs } from './drawing.ts'
import type { Lane } from './picture.ts'

type Turn = {
  /** Who the work is for: the queue is fair among them. */
  owner?: string
  lane?: Lane
}

/** One file costs at most 2 seconds of a processor, whatever it is. */
const MAX_MS: Readonly<Record<Lane, number>> = { light: 1_000, heavy: 2_000 }
/** The process ends itself before that, unless its own thread is stuck, as only code in JavaScript can be. */
const MAX_WAIT_MS = 12_000
const MAX_WAIT_FOR_REMUX_MS = 5_000
/** Its memory is given back when nothing has been drawn for so long. */
const IDLE_MS = 30_000
const TOO_SLOW = 'The file takes too long to process. Please upload a smaller one.'

/**
 * Runs one of the jobs of `drawing.ts` in a process of its own: one such process for light work and one for heavy. Throws
 * 413 for a file that would take longer than two seconds, 503 where the process is lost or too much work waits.
 */
export const draw = async <Name extends keyof Jobs>(
  name: Name,
  input: Parameters<Jobs[Name]>[0],
  { owner = '', lane = 'light' }: Turn = {},
): Promise<Awaited<ReturnType<Jobs[Name]>>> => {
  if (lane === 'heavy') return runIn('heavy', owner, name, input, MAX_MS.heavy)
  try {
    return await runIn('light', owner, name, input, MAX_MS.light)
  } catch (error) {
    // It was not light after all; what is left of its two seconds it has among the heavy ones.
    if (error instanceof TooSlow) return runIn('heavy', owner, name, input, MAX_MS.heavy - MAX_MS.light)
    throw error
  }
}

class TooSlow extends Failure {
  constructor(cause: unknown) {
    super(413, TOO_SLOW)
    this.cause = cause
  }
}

const runIn = <Name extends keyof Jobs>(
  lane: Lane,
  owner: string,
  name: Name,
  input: Parameters<Jobs[Name]>[0],
  maxMs: number,
): Promise<Awaited<ReturnType<Jobs[Name]>>> =>
  queues[lane](owner, async () => {
    let isTooSlow = false
    const channel = {
      postMessage: () => {
        isTooSlow = true
      },
    }
    const signal = AbortSignal.timeout(name === 'remux' ? MAX_WAIT_FOR_REMUX_MS : MAX_WAIT_MS)
    try {
      pools[lane] ??= open()
      return await pools[lane].run({ name, input, maxMs }, { name: 'runJob', signal, channel })
    } catch (error) {
      if (isTooSlow) throw new TooSlow(error)
      throw Object.assign(unavailable('The picture could not be read, please try again'), { cause: error })
    }
  })

const pools: Partial<Record<Lane, Tinypool>> = {}

const queueOf = (maxWaiting: number, maxWaitingEach: number) =>
  fairQueue({
    ...{ concurrency: 1, maxWaiting, maxWaitingEach },
    message: 'Too many pictures are being processed. Please try again in a few seconds.',
  })
/** A visitor's page may ask for as many thumbnails as it shows pictures. */
const queues = { light: queueOf(400, 100), heavy: queueOf(200, 40) }

const open = (): Tinypool => {
  const opened = new Tinypool({
    filename: fileURLToPath(new URL('drawing.ts', import.meta.url)),
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
    // Whoever takes over a decoder finds none of the site's secrets.
    env: pick(process.env, ['PATH', 'HOME', 'TMPDIR', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']),
  })
  // It ended while nobody waited for it; the next picture starts another.
  opened.on('error', () => {})
  return opened
}

const pick = (from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

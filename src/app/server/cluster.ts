import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Logger } from '#server/log.ts'
import type { MessageToLeader, MessageToWorker } from '#server/workers.ts'
import { type Lifecycle, StartupError } from './lifecycle.ts'

/** A worker that exits within this time after starting counts as a failed start. */
const MIN_UPTIME_MS = 10_000
/** The delay before a worker that failed to start is replaced. It doubles with each failure. */
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 30_000
/** The server gives up after this many failed starts in a row if no worker is running. */
const MAX_FAILED_STARTS = 5
/**
 * The time limit for stopping a worker. It is longer than a worker needs to finish its requests and close its
 * connections.
 */
const STOP_TIMEOUT_MS = 20_000

type Options = {
  count: number
  /** Settings that only the leader knows, such as the URL of the embedded database. */
  env: Record<string, string>
  log: Logger
  lifecycle: Lifecycle
  /** Called if workers can no longer be started; the server should then exit. */
  onGiveUp: (error: StartupError) => void
}

/**
 * Starts the workers, which share the port: each accepts connections when it has time for them. (If this process
 * accepted them and passed them on, as is Node's default, those that a worker has not taken when it ends would never be
 * closed.) Resolves when all workers accept requests. Replaces workers that exit; requests to other workers
 * are not affected. Throws a `StartupError` if a worker fails during the initial start.
 */
export const startWorkers = async ({ count, env, log, lifecycle, onGiveUp }: Options): Promise<void> => {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const ready = new Set<Worker>()
  const metrics = new AggregatorRegistry()
  const firstStart = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let isStarted = false
  let failedStarts = 0

  const sendMetrics = async (worker: Worker) => {
    const answer: MessageToWorker = { metrics: await metrics.clusterMetrics().catch(() => null) }
    if (worker.isConnected()) worker.send(answer, () => {})
  }

  /**
   * Starts a worker with a number from 1 to `count`. A replacement gets the same number, so there is always a
   * worker 1, which acts as the leader.
   */
  const startWorker = (number: number) => {
    const startedAt = performance.now()
    const worker = cluster.fork({ ...env, WORKER_COUNT: String(count), WORKER_NUMBER: String(number) })
    worker.once('listening', () => {
      ready.add(worker)
      if (ready.size === count) firstStart.resolve()
    })
    worker.on('message', (message: MessageToLeader) => {
      if ('wantsMetrics' in message) void sendMetrics(worker)
      else if ('startError' in message && isStarted) log.error({ worker: number }, message.startError)
      else if ('startError' in message) firstStart.reject(new StartupError(message.startError))
    })
    // Emitted when a message could not be sent. Without a listener, the leader would crash.
    worker.on('error', (error) => log.warn({ err: error, worker: number }, 'A message to a worker was lost'))
    worker.once('exit', (code, signal) => {
      ready.delete(worker)
      if (stopping.signal.aborted) return
      if (isStarted) log.error({ worker: number, code, signal }, 'A worker ended; starting another')
      else
        firstStart.reject(new StartupError(`A worker ended while it started (${signal ?? `code ${code}`}).`))
      if (isStarted) void replace(number, performance.now() - startedAt)
    })
  }

  const replace = async (number: number, uptimeMs: number) => {
    failedStarts = uptimeMs < MIN_UPTIME_MS ? failedStarts + 1 : 0
    if (failedStarts >= MAX_FAILED_STARTS && ready.size === 0)
      return onGiveUp(new StartupError('The workers end again and again, so the server stops. See the log.'))
    if (failedStarts > 0) {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failedStarts - 1))
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (!stopping.signal.aborted) startWorker(number)
  }

  const stopWorker = async (worker: Worker) => {
    const ended = once(worker, 'exit')
    worker.process.kill('SIGTERM')
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }

  lifecycle.onStop(async () => {
    stopping.abort()
    await Promise.all(
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [stopWorker(worker)] : [])),
    )
  })
  for (let number = 1; number <= count; number += 1) startWorker(number)
  await firstStart.promise
  isStarted = true
}

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '#server/log.ts'
import { createLeaderMetrics } from '#server/workers/leader-metrics.ts'
import { createLeaderQueues } from '#server/workers/leader-queues.ts'
import { createLeaderUploads } from '#server/workers/leader-uploads.ts'
import { createPeer, type Peer } from '#server/workers/peer.ts'
import type { LeaderMethods, WorkerMethods } from '#server/workers/protocol.ts'
import { closeLostConnections } from './close-lost-connections.ts'
import { type Lifecycle, StartupError } from './lifecycle.ts'

/** A worker that ends sooner than this after its start counts as one that cannot start. */
const MIN_UPTIME_MS = 10_000
/** The pause before such a worker is replaced; it doubles each time. */
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 30_000
/** The server gives up if so many workers in a row could not start and none is left. */
const MAX_FAILED_STARTS = 5
/** Longer than a worker takes to finish its requests and to close its connections. */
const STOP_TIMEOUT_MS = 20_000

type Options = {
  count: number
  /** The settings that only the leader knows, such as the URL of the embedded database. */
  env: Record<string, string>
  log: Logger
  lifecycle: Lifecycle
  /** Called if no worker can be started any more. */
  onGiveUp: (error: StartupError) => void
}

type Running = { worker: Worker; peer: Peer<WorkerMethods>; isReady: boolean }

/**
 * Starts the workers, which share the port: this process accepts the connections and gives them to the workers in turn
 * (Node's default, SCHED_RR). Resolves when all of them accept requests. Replaces a worker that ends; the requests of
 * the others are not affected. Throws a `StartupError` if a worker cannot start at first.
 */
export const startWorkers = async ({ count, env, log, lifecycle, onGiveUp }: Options): Promise<void> => {
  const running = new Set<Running>()
  const queues = createLeaderQueues()
  const uploads = createLeaderUploads()
  const metrics = createLeaderMetrics()
  const firstStart = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let isStarted = false
  let failedStarts = 0

  const readyWorkers = () => [...running].filter(({ isReady }) => isReady)

  /** `number` counts from 1; a worker's replacement has the same one, so there is always a worker 1, which leads. */
  const startWorker = (number: number) => {
    const startedAt = performance.now()
    const worker = cluster.fork({ ...env, WORKER_COUNT: String(count), WORKER_NUMBER: String(number) })
    closeLostConnections(worker, () => stopping.signal.aborted)
    const queueSide = queues.methodsFor()
    const uploadSide = uploads.methodsFor(() => entry.peer)
    const peer = createPeer<LeaderMethods, WorkerMethods>(
      (message) => {
        // A message to a worker that is about to end fails, and its `exit` is what counts.
        if (worker.isConnected()) worker.send(message, () => {})
      },
      {
        ...queueSide.methods,
        ...uploadSide.methods,
        ready: () => {
          entry.isReady = true
          if (readyWorkers().length === count) firstStart.resolve()
        },
        fail: (message) => {
          if (isStarted) log.error({ worker: number }, message)
          else firstStart.reject(new StartupError(message))
        },
        collectMetrics: () => metrics.collect(readyWorkers().map((each) => each.peer)),
      },
    )
    const entry: Running = { worker, peer, isReady: false }
    running.add(entry)
    worker.on('message', peer.receive)
    // A message or a connection could not be sent; without a listener, the leader would end.
    worker.on('error', (error) => log.warn({ err: error, worker: number }, 'A message to a worker was lost'))
    worker.once('exit', (code, signal) => {
      running.delete(entry)
      peer.close()
      queueSide.end()
      uploadSide.end()
      void metrics.end(peer)
      if (stopping.signal.aborted) return
      if (isStarted) log.error({ worker: number, code, signal }, 'A worker ended; starting another')
      else
        firstStart.reject(new StartupError(`A worker ended while it started (${signal ?? `code ${code}`}).`))
      if (isStarted) void replace(number, performance.now() - startedAt)
    })
  }

  const replace = async (number: number, uptimeMs: number) => {
    failedStarts = uptimeMs < MIN_UPTIME_MS ? failedStarts + 1 : 0
    if (failedStarts >= MAX_FAILED_STARTS && readyWorkers().length === 0)
      return onGiveUp(new StartupError('The workers end again and again, so the server stops. See the log.'))
    if (failedStarts > 0) {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failedStarts - 1))
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (!stopping.signal.aborted) startWorker(number)
  }

  const stopWorker = async ({ worker }: Running) => {
    const ended = once(worker, 'exit')
    worker.process.kill('SIGTERM')
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }

  lifecycle.onStop(async () => {
    stopping.abort()
    await Promise.all([...running].map(stopWorker))
  })
  for (let number = 1; number <= count; number += 1) startWorker(number)
  await firstStart.promise
  isStarted = true
}

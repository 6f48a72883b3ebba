import { setInterval } from 'node:timers/promises'
import pRetry from 'p-retry'
import { PgBoss, type JobWithMetadata as QueuedJob } from 'pg-boss'
import { parseDatabaseUrl } from '../database/database-url.ts'
import { keepAliveOptions } from '../database/long-connection.ts'
import { runWithQueryOrigin } from '../database/query-origin.ts'
import type { Logger } from '../log.ts'
import { withSpan } from '../tracing/tracing.ts'
import type { Job, JobContext } from './job.ts'
import { selectQueuesWithDueJobs } from './jobs-query.ts'
import { getQueueOptions, HEARTBEAT_SECONDS, JOBS_SCHEMA } from './queue-options.ts'

type Options = {
  /**
   * The database URL. May point to a connection pooler in transaction mode, because the queue is polled instead of
   * using LISTEN.
   */
  url: string
  jobs: readonly Job[]
  context: Pick<JobContext, 'sql' | 'databaseUrl' | 'files' | 'config'>
  log: Logger
  /** Shorter intervals for tests. */
  timing?: Partial<typeof TIMING>
}

const TIMING = {
  /** How often to look for queues that have a job to run. */
  pollSeconds: 2,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  /** How often to look for jobs of servers that have died. */
  superviseSeconds: 60,
  scheduleSeconds: 30,
}

/**
 * How often each queue's worker looks by itself. Otherwise it is woken when its queue has a job: one statement looks into
 * all queues, because forty workers that poll send ten statements a second even if there is no job.
 */
const WORKER_POLL_SECONDS = 60
const QUERY_TIMEOUT_MS = 60_000
/** How long running jobs may take to finish during shutdown. Afterwards they count as failed and are run again. */
const STOP_TIMEOUT_MS = 5_000

/**
 * Runs jobs from the queue in this process until `stop` is called. Any number of processes may run jobs: each job runs
 * in one of them, and each scheduled run happens once. Waits for the database if it is unavailable.
 */
export const startJobs = ({ url, jobs, context, log, timing }: Options): { stop(): Promise<void> } => {
  const times = { ...TIMING, ...timing }
  const { isPreparedByRequest: _, ...target } = parseDatabaseUrl(url)
  // A poll on a connection that was dropped silently would otherwise wait for about a quarter of an hour.
  const connection = { ...target, ...keepAliveOptions, query_timeout: QUERY_TIMEOUT_MS }
  const boss = new PgBoss({
    ...(connection as object),
    max: 2,
    schema: JOBS_SCHEMA,
    // The site's migrations create the tables (install-queue-query.ts); this setting lets a newer version of pg-boss
    // upgrade them.
    migrate: true,
    createSchema: false,
    registerInstance: false,
    superviseIntervalSeconds: times.superviseSeconds,
    monitorIntervalSeconds: times.superviseSeconds,
    cronMonitorIntervalSeconds: times.scheduleSeconds,
    cronWorkerIntervalSeconds: Math.min(times.scheduleSeconds, 5),
  })
  const reportProblem = createReporter(log)
  boss.on('error', reportProblem)
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'The job queue reports a warning'))
  const workers = new Map<string, string>()
  const stopping = new AbortController()

  const work = async (job: Job) => {
    const options = getQueueOptions(job, times.heartbeatSeconds)
    await boss.createQueue(job.name, options)
    const { policy: _, ...changeable } = options
    await boss.updateQueue(job.name, changeable)
    if (job.schedule) await boss.schedule(job.name, job.schedule, {})
    const worker = await boss.work(
      job.name,
      { pollingIntervalSeconds: WORKER_POLL_SECONDS, includeMetadata: true },
      async ([queued]: QueuedJob<object>[]) => {
        if (!queued) return
        const attributes = { 'job.name': job.name, 'job.id': queued.id, 'job.retry': queued.retryCount }
        await withSpan({ name: `job ${job.name}`, kind: 'consumer', attributes }, () =>
          run(job, queued, { ...context, log }, stopping.signal),
        )
      },
    )
    workers.set(job.name, worker)
  }

  const wakeWorkers = async () => {
    // pg-boss may be creating its tables.
    if (workers.size === 0) return
    const due = await selectQueuesWithDueJobs(context.sql, [...workers.keys()])
    for (const name of due) boss.notifyWorker(workers.get(name) ?? '')
  }

  const starting = pRetry(
    async () => {
      await boss.start()
      for (const job of jobs) {
        await boss.offWork(job.name).catch(() => {})
        await work(job)
      }
    },
    { retries: Number.POSITIVE_INFINITY, maxTimeout: 10_000, signal: stopping.signal },
  ).catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'The job queue could not be started')
  })

  const waking = (async () => {
    const ticks = setInterval(times.pollSeconds * 1000, undefined, { signal: stopping.signal, ref: false })
    for await (const _ of ticks) await wakeWorkers().catch(reportProblem)
    // The loop ends with an error when the signal is aborted.
  })().catch(() => {})

  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([starting, waking])
      await boss.stop({ timeout: STOP_TIMEOUT_MS })
    },
  }
}

const run = async (
  job: Job,
  queued: QueuedJob<object>,
  context: Omit<JobContext, 'signal' | 'enqueuedAt'>,
  stopping: AbortSignal,
) => {
  const startedAt = performance.now()
  try {
    const payload = job.payload.parse(queued.data ?? {})
    const signal = AbortSignal.any([stopping, queued.signal])
    // The function is async so that a statement returned by the job is awaited, and therefore sent, within this origin.
    await runWithQueryOrigin({ job: job.name, id: queued.id }, async () =>
      job.run({ ...context, enqueuedAt: queued.createdOn, signal }, payload),
    )
  } catch (error) {
    context.log.warn({ err: error, job: job.name, id: queued.id }, 'Job failed')
    throw error
  }
  const ms = Math.round(performance.now() - startedAt)
  context.log.info({ job: job.name, id: queued.id, ms }, 'Job completed')
}

/**
 * The minimum interval between log entries of the same kind of problem, because an unavailable database causes several
 * errors a second.
 */
const LOG_INTERVAL_MS = 60_000

const createReporter = (log: Logger) => {
  let loggedAt = -Infinity
  return (error: unknown): void => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn({ err: error }, 'The job queue has a problem; it will retry')
  }
}

import type { AnySql } from '../database/connect.ts'
import type { Job } from './job.ts'
import { getQueueOptions } from './queue-options.ts'

type Options = {
  /** Delays the job by this many seconds. */
  delaySeconds?: number
}

/**
 * Adds a job to the queue within the caller's transaction: the job runs if and only if the transaction
 * commits. Writes directly to pg-boss's tables with SQL, which pg-boss supports, so a server that runs no
 * jobs can enqueue them.
 */
export const enqueueJob = async <Payload extends object>(
  sql: AnySql,
  job: Job<Payload>,
  payload: Payload,
  { delaySeconds = 0 }: Options = {},
): Promise<void> => enqueueAll(sql, job, [payload], delaySeconds)

/** Adds a job for each payload, as `enqueueJob` does, with one statement. */
export const enqueueJobs = async <Payload extends object>(
  sql: AnySql,
  job: Job<Payload>,
  payloads: readonly Payload[],
): Promise<void> => {
  if (payloads.length > 0) await enqueueAll(sql, job, payloads, 0)
}

const enqueueAll = async <Payload extends object>(
  sql: AnySql,
  job: Job<Payload>,
  payloads: readonly Payload[],
  delaySeconds: number,
): Promise<void> => {
  const values = {
    name: job.name,
    payloads: payloads.map((payload) => JSON.stringify(job.payload.parse(payload))),
    delaySeconds,
  }
  if (await insertJobs(sql, values)) return
  // The queue does not exist, because no server with this version has run jobs yet.
  const options = JSON.stringify(getQueueOptions(job as unknown as Job))
  await sql`select jobs.create_queue(${job.name}, ${options}::text::jsonb)`
  await insertJobs(sql, values)
}

type NewJobs = { name: string; payloads: string[]; delaySeconds: number }

const insertJobs = async (sql: AnySql, { name, payloads, delaySeconds }: NewJobs): Promise<boolean> => {
  const { count } = await sql`
    insert into jobs.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, heartbeat_seconds, start_after, keep_until)
    select name, payload::jsonb, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, heartbeat_seconds, now() + ${delaySeconds} * interval '1 second',
      now() + (${delaySeconds} + retention_seconds) * interval '1 second'
    from jobs.queue, unnest(${payloads}::text[]) as payload where name = ${name}`
  return count > 0
}

/** Returns those of the queues that have a job to run now. */
export const selectQueuesWithDueJobs = async (sql: AnySql, names: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select queue.name from unnest(${[...names]}::text[]) as queue (name) where exists (
      select from jobs.job where job.name = queue.name
        and state < 'active' and not blocked and start_after <= now())`
  return rows.map(({ name }) => name)
}

/** A LIKE pattern for the names of pg-boss's own jobs. */
const INTERNAL = '\\_\\_pgboss\\_\\_%'

export type JobCounts = {
  name: string
  waiting: number
  running: number
  failed: number
  /** How many seconds the longest-waiting job has been ready to run. */
  oldestWaitingSeconds: number
  lastCompletedAt: Date | null
}

/** Counts the jobs by name. Completed jobs are kept for a week. */
export const countJobs = (sql: AnySql) => sql<JobCounts[]>`
  select q.name, j.* from jobs.queue q, lateral (
    select count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float as oldest_waiting_seconds,
      max(completed_on) filter (where state = 'completed') as last_completed_at
    from jobs.job where name = q.name
  ) j where q.name not like ${INTERNAL} order by q.name`

export type FailedJob = { id: string; name: string; error: string; runs: number; failedAt: Date }

export const selectFailedJobs = (sql: AnySql, { limit, offset }: { limit: number; offset: number }) => sql<
  FailedJob[]
>`
  select id, name, left(coalesce(output->>'message', output->'value'->>'message', ''), 500) as error, retry_count + 1 as runs,
    completed_on as failed_at
  from jobs.job where state = 'failed' and name not like ${INTERNAL}
  order by completed_on desc, id limit ${limit} offset ${offset}`

/** Schedules one more run of a failed job. Returns null if there is no such failed job. */
export const retryFailedJob = async (sql: AnySql, id: string): Promise<{ name: string } | null> => {
  const [row] = await sql<{ name: string }[]>`
    update jobs.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null,
      keep_until = now() + interval '14 days'
    where id = ${id} and state = 'failed' and name not like ${INTERNAL} returning name`
  return row ?? null
}

/** Deletes all jobs, waiting or finished, whose payload contains these values, such as the id of a deleted account. */
export const deleteJobsByPayload = (sql: AnySql, values: Record<string, string>) =>
  sql`delete from jobs.job where data @> ${JSON.stringify(values)}::text::jsonb`

/** Deletes a failed job. Returns null if there is no such failed job. */
export const deleteFailedJob = async (sql: AnySql, id: string): Promise<{ name: string } | null> => {
  const [row] = await sql<{ name: string }[]>`
    delete from jobs.job where id = ${id} and state = 'failed' and name not like ${INTERNAL} returning name`
  return row ?? null
}

import * as z from 'zod'
import type { Config } from '../config.ts'
import type { Sql } from '../database/connect.ts'
import type { Logger } from '../log.ts'
import type { FileStore } from '../media/file-store.ts'

/** The services that a job can use. */
export type JobContext = {
  sql: Sql
  /** The URL for work that needs its own session; it bypasses a connection pooler if `DATABASE_DIRECT_URL` is set. */
  databaseUrl: string
  files: FileStore
  config: Config
  log: Logger
  enqueuedAt: Date
  /** Aborts when the server stops or the job takes too long. A job that stops early on abort should throw. */
  signal: AbortSignal
}

/**
 * Work that runs once in the whole cluster, after a request or on a schedule, and is repeated if it fails.
 */
export type Job<Payload = object> = {
  /** The queue's name. It must not change between versions, because waiting jobs are stored under it. */
  name: string
  /**
   * The data that is stored with the job. It must not contain secrets: backups leave it out, but the database keeps it
   * for a week.
   */
  payload: z.ZodType<Payload>
  /** The job's schedule, as a cron expression in UTC. Scheduled runs have an empty payload. */
  schedule?: string
  /** How many times the job is retried if it fails or its server dies. */
  retries: number
  /** The delay before the first retry. It doubles with each subsequent retry, up to `MAX_RETRY_SECONDS`. */
  retryAfterSeconds: number
  /** A job that takes longer is aborted and counts as failed. */
  maxSeconds: number
  run(context: JobContext, payload: Payload): Promise<unknown>
}

type Declaration<Payload> = Pick<Job<Payload>, 'name' | 'run'> & Partial<Job<Payload>>

/** Declares a job. Its payload is empty if no `payload` schema is given. */
export const defineJob = <Payload = object>({
  payload,
  ...declaration
}: Declaration<Payload>): Job<Payload> => ({
  retries: 5,
  retryAfterSeconds: 30,
  maxSeconds: 900,
  ...declaration,
  payload: payload ?? (z.object({}) as unknown as z.ZodType<Payload>),
})

import * as z from 'zod'
import type { Config } from '../config.ts'
import type { Sql } from '../database/connect.ts'
import type { Logger } from '../log.ts'
import type { FileStore } from '../media/file-store.ts'

/** What a job can use. */
export type JobContext = {
  sql: Sql
  /** For work that needs a session of its own: leads past a pooler if `DATABASE_DIRECT_URL` does. */
  databaseUrl: string
  files: FileStore
  config: Config
  log: Logger
  enqueuedAt: Date
  /** Aborts when the server stops or the job takes too long. A job that ends early for it should throw. */
  signal: AbortSignal
}

/** Work that runs once per cluster, after a request or on a schedule, and again if it fails. */
export type Job<Payload = object> = {
  /** Stays the same between versions, because waiting jobs are stored under it. */
  name: string
  /** What the queue stores. A backup does not contain it, but the database does for a week: no secrets. */
  payload: z.ZodType<Payload>
  /** When the job runs by itself, with an empty payload: a cron expression in UTC. */
  schedule?: string
  /** How often the job runs again after it failed or its server died. */
  retries: number
  /** The delay before the first retry. It doubles with each further one, up to `MAX_RETRY_SECONDS`. */
  retryAfterSeconds: number
  /** A job that takes longer is aborted and has failed. */
  maxSeconds: number
  run(context: JobContext, payload: Payload): Promise<unknown>
}

type Declaration<Payload> = Pick<Job<Payload>, 'name' | 'run'> & Partial<Job<Payload>>

/** Declares a job. Without `payload`, it has none. */
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

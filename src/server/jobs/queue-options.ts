import type { Job } from './job.ts'

/** The PostgreSQL schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs'

const MAX_RETRY_SECONDS = 3_600
/** How long finished jobs are kept. During this time, an admin can inspect the failed ones. */
const RETENTION_SECONDS = 7 * 86_400
/** A job without a heartbeat for this long belongs to a server that has died, and is run again. */
export const HEARTBEAT_SECONDS = 60

export const getQueueOptions = (job: Job, heartbeatSeconds = HEARTBEAT_SECONDS) => ({
  policy: 'standard',
  retryLimit: job.retries,
  retryDelay: job.retryAfterSeconds,
  retryBackoff: true,
  retryDelayMax: MAX_RETRY_SECONDS,
  expireInSeconds: job.maxSeconds,
  deleteAfterSeconds: RETENTION_SECONDS,
  heartbeatSeconds,
})

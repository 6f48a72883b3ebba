import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import type { Logger } from '#server/log.ts'
import { openFileStore } from '#server/media/file-store.ts'
import { jobs } from './features.ts'
import type { Lifecycle } from './lifecycle.ts'

type Parts = { url: string; config: Config; database: Database; log: Logger; lifecycle: Lifecycle }

/** Runs the jobs of all features in this process until it stops, unless `RUN_JOBS` is false. */
export const runJobs = ({ url, config, database: { sql }, log, lifecycle }: Parts): void => {
  if (!config.runsJobs) return
  const running = startJobs({ url, jobs, context: { sql, files: openFileStore(config), config }, log })
  lifecycle.onStop(running.stop)
}

import type { Config } from '#server/config.ts'
import { scheduledBackupJob } from '#server/database/backup/scheduled-backup.ts'
import type { Database } from '#server/database/connect.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import type { Logger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { featureJobs } from './features.ts'
import type { Lifecycle } from './lifecycle.ts'

type Dependencies = { url: string; config: Config; database: Database; log: Logger; lifecycle: Lifecycle }

/** Runs the jobs of all features until the process stops, unless `RUN_JOBS` is false. */
export const runJobs = ({ url, config, database: { sql }, log, lifecycle }: Dependencies): void => {
  if (!config.runsJobs) return
  const databaseUrl = config.databaseDirectUrl ?? url
  const context = { sql, databaseUrl, files: createFileStore(config), config }
  const running = startJobs({ url, jobs: [...featureJobs, scheduledBackupJob], context, log })
  lifecycle.onStop(running.stop)
}

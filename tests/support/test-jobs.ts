import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Job } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'

/** Runs jobs as a server does, and looks for new ones more often. */
export const startTestJobs = (url: string, sql: Sql, config: Config, jobs: readonly Job[]) =>
  startJobs({
    url,
    jobs,
    context: { sql, databaseUrl: url, config, files: createFileStore(config) },
    log: errorLogger,
    timing: { pollSeconds: 0.5 },
  })

import * as z from 'zod'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'

/** Declares a job that records in `job_runs` which process started it, and then runs for `ms`. */
export const slowJob = defineJob({
  name: 'test-slow',
  payload: z.object({ label: z.string(), ms: z.int() }),
  retryAfterSeconds: 1,
  run: async ({ sql }, { label, ms }) => {
    await sql`insert into job_runs (label, pid) values (${label}, ${process.pid})`
    await new Promise((resolve) => setTimeout(resolve, ms))
  },
})

/** Runs jobs in a separate process until it is stopped. */
export const startJobProcess = (url: string) => {
  const { sql } = openDatabase({ url, max: 2 })
  const config = readConfig({})
  return startJobs({
    url,
    jobs: [slowJob] as never,
    context: { sql, databaseUrl: url, config, files: createFileStore(config) },
    log: errorLogger,
    timing: { pollSeconds: 0.5, heartbeatSeconds: 10, superviseSeconds: 1 },
  })
}

if (process.argv[1] === import.meta.filename && process.env.DATABASE_URL) {
  const jobs = startJobProcess(process.env.DATABASE_URL)
  process.once('SIGTERM', () => void jobs.stop().then(() => process.exit(0)))
}

import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { countJobs, deleteFailedJob, retryFailedJob, selectFailedJobs } from '#server/jobs/jobs-query.ts'
import * as contract from '../contract-jobs.ts'
import { type Actor, recordAuditEvent } from './audit-query.ts'

const actions = {
  'retry-job': retryFailedJob,
  'delete-job': deleteFailedJob,
} as const

/** Retries or deletes a failed job. Throws 404 if the job does not exist or has not failed. */
const changeFailedJob = (sql: Sql, actor: Actor, action: keyof typeof actions, id: string) =>
  sql.begin(async (tx) => {
    const job = await actions[action](tx, id)
    if (!job) throw new HttpError('job-not-found')
    await recordAuditEvent(tx, actor, { action, target: { id: null, name: job.name } })
  })

export const jobRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, contract.listJobs, ({ read }) =>
    read(async (reads) => ({
      queues: (await countJobs(reads)).map(({ oldestWaitingSeconds: _, ...queue }) => queue),
      failed: await selectFailedJobs(reads, { limit: contract.MAX_FAILED_JOBS, offset: 0 }),
    })),
  )
  serveEndpoint(app, contract.retryJob, async ({ member, params, query }) => {
    await changeFailedJob(sql, { ...member, ...query }, 'retry-job', params.id)
    return {}
  })
  serveEndpoint(app, contract.deleteJob, async ({ member, params, query }) => {
    await changeFailedJob(sql, { ...member, ...query }, 'delete-job', params.id)
    return {}
  })
}

import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { adminRead } from '#core/query-shapes.ts'
import { adminWriteLimit, optionalReasonShape } from './contract-audit.ts'

const tag = 'Admin'
const params = z.object({ id: z.uuid('id must be a UUID') })

/** The maximum number of failed jobs listed, newest first. */
export const MAX_FAILED_JOBS = 50

const queueShape = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** The number of failed jobs. They are not retried automatically, and are deleted after a week. */
  failed: z.int(),
  lastCompletedAt: z.nullable(dateShape),
})
export type JobQueue = z.output<typeof queueShape>

const failedJobShape = z.object({
  id: z.uuid(),
  name: z.string(),
  error: z.string(),
  runs: z.int(),
  failedAt: dateShape,
})
export type FailedJob = z.output<typeof failedJobShape>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: `Count the jobs by name, and list the ${MAX_FAILED_JOBS} that failed last`,
  tag,
  access: 'admin',
  expensive: adminRead,
  reply: z.object({ queues: z.array(queueShape), failed: z.array(failedJobShape) }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Run a failed job once more',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['job-not-found'],
  params,
  query: optionalReasonShape,
  reply: z.object({}),
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  summary: 'Delete a failed job',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['job-not-found'],
  params,
  query: optionalReasonShape,
  reply: z.object({}),
})

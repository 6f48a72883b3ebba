import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { adminReadLimit } from '#core/query-schemas.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'

const tag = 'Admin'
const params = z.object({ id: z.uuid('id must be a UUID') })

/** The maximum number of failed jobs listed, newest first. */
export const MAX_FAILED_JOBS = 50

const queueSchema = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** The number of failed jobs. They are not retried automatically, and are deleted after a week. */
  failed: z.int(),
  lastCompletedAt: z.nullable(dateSchema),
})
export type JobQueue = z.output<typeof queueSchema>

const failedJobSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  error: z.string(),
  runs: z.int(),
  failedAt: dateSchema,
})
export type FailedJob = z.output<typeof failedJobSchema>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: `Count the jobs by name, and list the ${MAX_FAILED_JOBS} that failed last`,
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  reply: z.object({ queues: z.array(queueSchema), failed: z.array(failedJobSchema) }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Run a failed job once more',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['job-not-found'],
  params,
  query: optionalReasonSchema,
  reply: z.object({}),
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  summary: 'Delete a failed job',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['job-not-found'],
  params,
  query: optionalReasonSchema,
  reply: z.object({}),
})

import { expect, it } from 'vitest'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const headers = await seedSession(database, await seedUser(database, { username: 'ada', isAdmin: true }))

const job = defineJob({ name: 'greet', run: async () => {} })
const list = async () => (await app.inject({ url: '/api/admin/jobs', headers })).json()

it('lists, retries and deletes failed jobs, and records that', async () => {
  await enqueueJob(sql, job, {})
  await enqueueJob(sql, job, {})
  await enqueueJob(sql, job, {})
  await sql`
    update jobs.job set state = 'failed', completed_on = now(), output = '{"message": "The server hung up"}'
    where id in (select id from jobs.job limit 2)`
  const { queues, failed } = await list()
  expect(queues).toEqual([{ name: 'greet', waiting: 1, running: 0, failed: 2, lastCompletedAt: null }])
  expect(failed).toMatchObject([{ name: 'greet', error: 'The server hung up', runs: 1 }, {}])
  const call = (method: 'POST' | 'DELETE', id: string, end = '') =>
    app.inject({ method, url: `/api/admin/jobs/${id}${end}?reason=Again`, headers })
  expect((await call('POST', failed[0].id, '/retry')).statusCode).toBe(200)
  expect((await call('POST', failed[0].id, '/retry')).json()).toMatchObject({ code: 'job-not-found' })
  expect((await call('DELETE', failed[0].id)).statusCode).toBe(404)
  expect((await call('DELETE', failed[1].id)).statusCode).toBe(200)
  expect(await list()).toMatchObject({ queues: [{ waiting: 2, failed: 0 }], failed: [] })
  expect((await app.inject({ url: '/api/admin/acts', headers })).json()).toMatchObject([
    { admin: 'ada', action: 'delete-job', target: 'greet', targetId: null, reason: 'Again' },
    { action: 'retry-job', target: 'greet' },
  ])
})

it('reports the queue to Prometheus', async () => {
  const { body } = await app.inject('/metrics')
  expect(body).toContain('job_queue_jobs{job="greet",state="waiting"} 2')
  expect(body).toContain('job_queue_oldest_seconds{job="greet"}')
})

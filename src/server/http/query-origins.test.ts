import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/connect.ts'
import type { Job } from '../jobs/job.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueueJob } from '../jobs/jobs-query.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { errorLogger } from '../log.ts'
import { createFileStore } from '../media/file-store.ts'

type Line = { name: string; query: string; requestId?: string; job?: string; id?: string }

it('names the request or the job of a slow statement', async () => {
  const lines: Line[] = []
  const log = { ...errorLogger, warn: (line: object) => void lines.push(line as Line) }
  const url = await provisionTestDatabase()
  // Every statement counts as slow.
  const database = openDatabase({ url, slowQueryMs: 0, log })
  const app = await buildTestApp(database)
  const user = await seedUser(database)
  const { id } = await seedPost(database)
  const headers = await seedSession(database, user)
  lines.length = 0

  const [one, other] = await Promise.all([
    app.inject({ url: `/api/posts/${id}`, headers }),
    app.inject({ url: '/api/notifications', headers }),
  ])
  const idOf = ({ headers: found }: typeof one) => found['x-request-id']
  expect(lines.length).toBeGreaterThan(2)
  for (const { requestId } of lines) expect([idOf(one), idOf(other)]).toContain(requestId)
  const ofNotifications = lines.find(({ query }) => query.includes('about_posts'))
  expect(ofNotifications).toMatchObject({ name: 'select notifications', requestId: idOf(other) })

  lines.length = 0
  // Uses a real connection: the events of a request body that arrives over one do not belong to the request's async
  // context.
  const site = await app.listen({ port: 0, host: '127.0.0.1' })
  const vote = await fetch(`${site}/api/votes`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ postId: id, value: 1 }),
  })
  expect(vote.status).toBe(200)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.filter(({ requestId }) => requestId !== vote.headers.get('x-request-id'))).toEqual([])

  const job = defineJob({ name: 'slow', run: ({ sql }) => sql`select 'in the job'` })
  const config = readConfig({})
  const jobs = startJobs({
    url,
    jobs: [job as Job],
    context: { sql: database.sql, databaseUrl: url, config, files: createFileStore(config) },
    log: { ...errorLogger, warn: () => {} },
    timing: { pollSeconds: 0.5 },
  })
  await enqueueJob(database.sql, job, {})
  const line = () => lines.find(({ query }) => query.includes('in the job'))
  await expect.poll(line, { timeout: 15_000 }).toMatchObject({ job: 'slow', id: expect.any(String) })
  await jobs.stop()
  await app.close()
  await database.close()
})

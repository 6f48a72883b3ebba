import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { readConfig } from '../config.ts'
import type { Job } from '../jobs/job.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueueJob } from '../jobs/jobs-query.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { errorLogger } from '../log.ts'
import { createFileStore } from '../media/create-file-store.ts'
import { openDatabase } from './connect.ts'
import { runWithQueryOrigin } from './query-origin.ts'

/** Submits an empty form and sends its body some time after the headers. Returns the response. */
const submitForm = async (url: string) => {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 3 },
  })
  sent.flushHeaders()
  // The body follows the headers later.
  await delay(100)
  sent.end('a=b')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

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
  // The events of a body that arrives after the headers are emitted by the connection.
  const site = await app.listen({ port: 0, host: '127.0.0.1' })
  const form = await submitForm(`${site}${paths.unsubscribe(`${user.id}.${'x'.repeat(32)}`)}`)
  expect(form.statusCode).toBe(404)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(({ requestId }) => requestId !== form.headers['x-request-id'])).toEqual([])

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
  await expect.poll(line).toMatchObject({ job: 'slow', id: expect.any(String) })
  await jobs.stop()
  await app.close()
  await database.close()
})

it('gives a connection to a read before the writes and jobs that wait for one', async () => {
  const busy = openDatabase({ url: await provisionTestDatabase(), max: 2 })
  onTestFinished(() => busy.close())
  const order: string[] = []
  const run = async (name: string, seconds: number) => {
    // The statements have to overlap.
    await busy.sql`select pg_sleep(${seconds})`
    order.push(name)
  }
  const writing = { requestId: 'a', isWrite: true }
  const all = [
    runWithQueryOrigin(writing, () => run('running', 0.5)),
    runWithQueryOrigin(writing, () => run('running', 0.5)),
    runWithQueryOrigin(writing, () => run('write', 0.1)),
    runWithQueryOrigin({ job: 'sweep', id: '1' }, () => run('job', 0.1)),
    runWithQueryOrigin({ requestId: 'b', isWrite: false }, () => run('read', 0)),
    run('own', 0),
  ]
  await expect.poll(() => busy.poolStats().primary?.waiting).toBe(4)
  await Promise.all(all)
  // Both connections become free at about the same time, so which of two reads ends first is left to chance.
  const rest = order.filter((name) => name !== 'running')
  expect([rest.slice(0, 2).sort(), rest.slice(2).sort()]).toEqual([
    ['own', 'read'],
    ['job', 'write'],
  ])
})

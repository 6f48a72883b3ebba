import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { errorLogger } from '#server/log.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { projectRoot } from '#server/project-root.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { startTracing } from './start-tracing.ts'
import { summarizeStatement, traceCall } from './tracing.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
afterAll(database.close)

const startCollector = async () => {
  const collector = await startTraceCollector()
  onTestFinished(collector.close)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a-token',
    OTEL_SERVICE_NAME: 'prompts',
  }
  const close = await startTracing(readConfig(env))
  onTestFinished(close)
  return { ...collector, env, flush: close }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`

describe('Tracing', () => {
  it('reports requests by route with their statements, and nothing that a client has sent', async () => {
    const collector = await startCollector()
    const app = await buildTestApp(database, collector.env)
    const member = await seedUser(database, { username: 'traced_member', email: 'traced@example.org' })
    const headers = { ...(await seedSession(database, member)), traceparent, 'user-agent': 'secret agent' }
    const { id } = await seedPost(database, { title: 'A private title' })
    const response = await app.inject({ url: `/api/posts/${id}?secret=query-string`, headers })
    await app.inject({
      method: 'POST',
      url: '/api/comments',
      headers,
      payload: { postId: id, content: 'private words' },
    })
    await app.inject({ url: '/api/posts/999999999' })
    await app.inject({ url: '/healthz' })
    await collector.flush()

    expect(new Set(collector.authorizations)).toEqual(new Set(['Bearer a-token']))
    const find = (name: string) => collector.spans.filter((span) => span.name === name)
    const [request, missing] = find('GET /api/posts/:id')
    expect(request).toMatchObject({
      service: 'prompts',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/posts/:id',
        'http.response.status_code': 200,
        'request.id': response.headers['x-request-id'],
      },
    })
    // Only a proxy may choose the trace that a request belongs to.
    expect(request?.traceId).not.toBe(TRACE)
    expect(missing?.attributes['http.response.status_code']).toBe(404)
    const [comment] = find('POST /api/comments')
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === comment?.spanId)
    expect(statements.map(({ name }) => name)).toContain('insert comments')
    expect(statements[0]).toMatchObject({ traceId: comment?.traceId, kind: 3 })
    expect(collector.spans.some(({ name }) => name.includes('healthz'))).toBe(false)

    const sent = collector.bodies.join('')
    for (const secret of [
      'traced_member',
      'traced@',
      'private words',
      'private title',
      'query-string',
      'secret agent',
      '127.0.0.1',
      'localhost',
      headers.cookie,
    ])
      expect(sent).not.toContain(secret)
  })

  it('continues the trace of a trusted proxy', async () => {
    const collector = await startCollector()
    const app = await buildTestApp(database, { ...collector.env, TRUST_PROXY: '1' })
    await app.inject({ url: '/api/posts', headers: { traceparent } })
    await app.inject({ url: '/api/posts', headers: { traceparent: 'nonsense' } })
    await collector.flush()
    const requests = collector.spans.filter(({ name }) => name === 'GET /api/posts')
    expect(requests.map(({ traceId }) => traceId === TRACE)).toEqual([true, false])
    expect(requests[0]?.parentSpanId).toBe('b7ad6b7169203331')
  })

  it('reports jobs with their calls to other services, and errors by their kind only', async () => {
    const collector = await startCollector()
    const mailServer = await startMailServer()
    onTestFinished(mailServer.close)
    const config = readConfig({
      ...collector.env,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'prompts@example.org',
    })
    const content = { subject: 'Hello', paragraphs: ['Words'] } as unknown as Parameters<
      typeof sendMail
    >[1]['content']
    const tracedJob = defineJob({
      name: 'traced',
      retries: 0,
      run: async ({ sql }) => {
        await sql`select 1 from users`
        await sendMail(config, { to: 'somebody@example.org', content }).catch(() => {})
        await traceCall('optimizer', async () => {
          throw Object.assign(new Error('somebody@example.org'), { code: 'ECONNREFUSED' })
        })
      },
    })
    const jobs = startJobs({
      url,
      jobs: [tracedJob as Job],
      context: { sql: database.sql, databaseUrl: url, config, files: createFileStore(config) },
      log: { ...errorLogger, warn: () => {} },
      timing: { pollSeconds: 0.5 },
    })
    await enqueueJob(database.sql, tracedJob, {})
    await waitFor(async () => {
      expect(
        await database.sql`select from jobs.job where name = 'traced' and state = 'failed'`,
      ).toHaveLength(1)
    })
    await jobs.stop()
    await collector.flush()
    const job = collector.spans.find(({ name }) => name === 'job traced')
    expect(job).toMatchObject({ kind: 5, status: { code: 2 }, attributes: { 'error.type': 'ECONNREFUSED' } })
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId)
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['select users', 'optimizer']))
    expect(collector.bodies.join('')).not.toContain('somebody')
  })

  it('is not even loaded unless a collector is configured', () => {
    const script = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      await import('./src/app/server/build-app.ts')
      const { startTracing } = await import('./src/server/tracing/start-tracing.ts')
      await startTracing({ tracing: null })
      process.stdout.write(String(loaded.filter((url) => /opentelemetry.(sdk|exporter|otlp)/.test(url)).length))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: path.resolve(projectRoot),
      encoding: 'utf8',
    })
    expect(output).toBe('0')
  })

  it.each([
    ['select id from posts where id = $1', 'select posts'],
    ['  insert into "comments" (a) values ($1)', 'insert comments'],
    ['with added as (insert into votes (a) values ($1)) select 1 from added', 'insert votes'],
    ['select (select count(*) from votes) from posts', 'select posts'],
    ['begin read only', 'begin'],
    ['vacuum', 'statement'],
  ])('names %j as %j', (text, name) => {
    expect(summarizeStatement(text)).toBe(name)
  })
})

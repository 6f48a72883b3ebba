// @module-tag full
import { mkdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { createTemporaryFolder, fetchHealthStatus, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The headers that a signed-in member's browser sends. */
const member = { cookie: `session=${'x'.repeat(43)}` }

it('responds with 503 and Retry-After while the database is unavailable, and recovers', async () => {
  const dataDir = await createTemporaryFolder()
  // The folder is accessible to the account that runs PostgreSQL, so the socket has the same path after both starts.
  mkdirSync(dataDir, { mode: 0o755 })
  const open = () => startEmbeddedDatabase({ dataDir, log: errorLogger, durable: false })
  let database: EmbeddedDatabase = await open()
  onTestFinished(() => database.stop())
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  expect(await fetchHealthStatus(server)).toBe(200)

  await database.stop()
  const answer = await fetch(`${server.url}/healthz`)
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const { type, ...body } = (await answer.json()) as Record<string, unknown>
  expect(type).toBe('/api/problems#database-unavailable')
  expect(body).toMatchObject({ message: expect.any(String), retryAfterSeconds: expect.any(Number) })
  expect(JSON.stringify(body)).not.toMatch(/postgres|5432|\//)

  for (const [headers, address, type] of [
    [{}, '/popular', /^text\/html/],
    [member, '/popular', /^text\/html/],
    [member, '/auth/callback?code=x', /^text\/html/],
    [member, '/api/posts', /^application\/problem\+json/],
  ] as const) {
    const response = await fetch(server.url + address, { headers })
    expect([address, response.status]).toEqual([address, 503])
    expect(response.headers.get('content-type')).toMatch(type)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('cache-control')).toMatch(/no-store/)
    expect(await response.text()).not.toMatch(/postgres|5432|ECONN/)
  }

  database = await open()
  await waitUntil(async () => (await fetchHealthStatus(server)) === 200, 10)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

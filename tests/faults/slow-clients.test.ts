// @module-tag full
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seedPost, seedSession, seedUser } from '../support/builders.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'
import { measureResponseTimes, postJson } from '../support/site-client.ts'
import { startSiteDatabase } from '../support/site-database.ts'
import { openSlowConnections } from '../support/slow-connections.ts'
import { appendTrustReport, isTrustRun } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'

const { url, database } = await startSiteDatabase()
const CLIENTS = 70

const slowComment = (headers: Record<string, string>) => ({
  head: [
    'POST /api/comments HTTP/1.1',
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'sec-fetch-site: same-origin',
    'content-type: application/json',
    'content-length: 100000',
    '',
    '{"content":"',
  ].join('\r\n'),
  rest: 'slow ',
})

it('answers others in normal time while 210 clients send a byte per second', async () => {
  const server = await startServer({
    dataDir: await createTemporaryFolder(),
    env: { DATABASE_URL: url, RATE_LIMIT_SCALE: '0' },
  })
  const member = await seedSession(database, await seedUser(database))
  const { id } = await seedPost(database)
  const page = `${server.url}/api/posts/${id}`
  await measureResponseTimes(page, 20)
  const normal = await measureResponseTimes(page, 50)

  const startedAt = performance.now()
  const headers = openSlowConnections(server.port, CLIENTS, {
    head: 'GET /popular HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    rest: 'slow ',
  })
  const bodies = openSlowConnections(server.port, CLIENTS, slowComment({ cookie: member.cookie }))
  // These requests are rejected immediately with 401, but the clients keep sending.
  const rests = openSlowConnections(server.port, CLIENTS, slowComment({}))
  // The clients send a byte each second meanwhile.
  await delay(2_500)
  expect([headers.count(), bodies.count(), rests.count()]).toEqual([CLIENTS, CLIENTS, CLIENTS])
  const meanwhile = await measureResponseTimes(page, 50)
  const p90 = (times: number[]) => times[45] ?? Infinity
  expect(p90(meanwhile)).toBeLessThan(Math.max(100, p90(normal) * 5))
  expect((await fetch(`${server.url}/popular`)).status).toBe(200)
  const comment = await postJson(server, '/api/comments', member, { postId: id, content: 'Quick words' })
  expect(comment.status).toBe(200)
  expect(new Set(rests.responses)).toEqual(new Set(['HTTP/1.1 401 Unauthorized']))
  // A client that sends the rest of its request too slowly is disconnected after five seconds.
  await waitUntil(() => rests.count() === 0, 10)
  if (!isTrustRun) return

  // Node checks for slow headers twice a minute.
  await waitUntil(() => [headers, bodies, rests].every((slow) => slow.count() === 0), 110)
  const backAfterMs = Math.round(performance.now() - startedAt)
  appendTrustReport({ name: 'one server', part: '210 slow clients, until all are gone', backAfterMs })
  expect(new Set(bodies.responses)).toEqual(new Set(['HTTP/1.1 400 Bad Request']))
})

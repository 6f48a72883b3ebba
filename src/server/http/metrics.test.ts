import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()

describe('Metrics', () => {
  it('count requests by route pattern, and describe pools, queues and the process', async () => {
    const app = await buildTestApp(database)
    await app.inject('/api/posts/123456')
    await app.inject('/api/posts/654321')
    const { statusCode, headers, body } = await app.inject('/metrics')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/posts/:id",status="404"} 2',
    )
    expect(body).not.toContain('posts/123456')
    expect(body).toMatch(/database_connections\{pool="primary",state="open"\} [1-9]/)
    expect(body).toContain('database_connections{pool="expensive",state="waiting"} 0')
    expect(body).toContain('work_queue_jobs{queue="expensive reads",state="running"} 0')
    expect(body).toMatch(/process_resident_memory_bytes \d+/)
    expect(body).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/)
  })

  it('show how old the data of a replica is only while that is known', async () => {
    const replica = { name: 'east', isUsable: true, lagMs: 500 as number | null, problem: null }
    const app = await buildTestApp({ ...database, replicaStates: () => [replica] })
    expect((await app.inject('/metrics')).body).toContain('replica_lag_seconds{replica="east"} 0.5')
    replica.lagMs = null
    expect((await app.inject('/metrics')).body).not.toContain('replica_lag_seconds{')
  })

  it('count how the cache for visitors answered, and what it holds', async () => {
    const app = await buildTestApp(database)
    const read = async () => {
      const { body } = await app.inject('/metrics')
      const figure = (name: string) =>
        Number(
          body
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1],
        )
      const of = (result: string) => figure(`http_cache_requests_total{result="${result}"}`)
      return [of('hit'), of('miss'), of('shared'), figure('http_cache_entries'), figure('http_cache_bytes')]
    }
    expect(await read()).toEqual([0, 0, 0, 0, 0])
    await Promise.all([app.inject('/api/topics'), app.inject('/api/topics')])
    const [, , , , bytes] = await read()
    expect(await read()).toEqual([0, 1, 1, 1, expect.any(Number)])
    expect(bytes).toBeGreaterThan(0)
    await app.inject('/api/topics')
    await app.inject({ url: '/api/topics', headers: { cookie: 'session=x' } })
    await app.inject('/api/me')
    expect(await read()).toEqual([1, 1, 1, 1, bytes])
  })

  it('are offered to this machine only', async () => {
    const app = await buildTestApp(database)
    expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
  })

  it('need the token if the site has a public URL', async () => {
    const PUBLIC_URL = 'https://prompts.example'
    const host = 'prompts.example'
    const closed = await buildTestApp(database, { PUBLIC_URL })
    expect((await closed.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(404)
    const open = await buildTestApp(database, { PUBLIC_URL, METRICS_TOKEN: 'a-token-of-some-length' })
    const statusWith = async (authorization: string) =>
      (await open.inject({ url: '/metrics', headers: { host, authorization } })).statusCode
    expect(await statusWith('Bearer a-token-of-some-length')).toBe(200)
    for (const wrong of ['', 'a-token-of-some-length', 'Bearer another-token-of-length'])
      expect(await statusWith(wrong)).toBe(404)
  })
})

it('a response of the cache for visitors names its own request, also without a body', async () => {
  const app = await buildTestApp(database)
  const first = await app.inject('/api/topics')
  const second = await app.inject('/api/topics')
  const current = { 'if-none-match': String(first.headers.etag) }
  const third = await app.inject({ url: '/api/topics', headers: current })
  expect(third.statusCode).toBe(304)
  const ids = [first, second, third].map(({ headers }) => String(headers['x-request-id']))
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(ids).size).toBe(3)
})

it('a response names its request', async () => {
  const app = await buildTestApp(database)
  const [one, other] = [await app.inject('/api/me'), await app.inject('/api/me')]
  expect(one.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
})

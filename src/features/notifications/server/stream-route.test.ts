import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
let origin = ''
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  // The first stream connects to the database. Then all streams get an event, because they may have missed changes.
  const first = await open((await aMember()).headers)
  await waitUntil(() => first.received.changes() === 1)
  first.close()
})

// Closes the test's own idle connections, which would keep the server from closing.
afterAll(() => app.server.closeAllConnections())

type Headers = Record<string, string>

/** Opens a stream. `received` collects its text and records whether the server has ended it. */
const open = async (headers: Headers, server = origin) => {
  const stop = new AbortController()
  const response = await fetch(`${server}/api/notifications/stream`, {
    headers: { ...headers, 'accept-encoding': 'gzip, br' },
    signal: stop.signal,
  })
  const received = {
    text: '',
    isEnded: false,
    changes: () => received.text.split('event: changed').length - 1,
  }
  const listen = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) break
      received.text += chunk.value
    }
  }
  void listen()
    .catch(() => {})
    .finally(() => {
      received.isEnded = true
    })
  return { status: response.status, headers: response.headers, received, close: () => stop.abort() }
}
const aMember = async () => {
  const user = await seedUser(database)
  return { ...user, headers: await seedSession(database, user) }
}
const post = (url: string, headers: Headers, payload?: object) =>
  app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })

/** Opens a stream that has got no event yet. */
const settled = async (headers: Headers) => {
  const stream = await open(headers)
  await expect.poll(() => stream.received.text).toContain('retry:')
  return { ...stream, before: stream.received.changes() }
}

describe('The notification stream', () => {
  it("sends an event for another member's comment to its recipient only, uncompressed and uncached", async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const [hers, his] = await Promise.all([settled(ann.headers), settled(ben.headers)])
    expect(hers.status).toBe(200)
    expect(hers.headers.get('content-type')).toContain('text/event-stream')
    expect(hers.headers.get('content-encoding')).toBeNull()
    expect(hers.headers.get('cache-control')).toBe('private, no-store')
    expect(hers.headers.get('x-content-type-options')).toBe('nosniff')
    await post('/api/comments', ben.headers, { postId: item.id, content: 'Hello' })
    await expect.poll(() => hers.received.changes()).toBe(hers.before + 1)
    expect(his.received.changes()).toBe(his.before)
    // Marking notifications as read in one tab updates the others.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await post('/api/notifications/mark-all-read', ann.headers)
    await expect.poll(() => hers.received.changes()).toBe(hers.before + 2)
    hers.close()
    his.close()
  })

  it('sends an event to a member who is muted or whose post is removed, unless that fails', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const item = await seedPost(database, { by: ann })
    const [hers, his] = await Promise.all([settled(ann.headers), settled(ben.headers)])
    const memberEvents = ({ received }: typeof hers) => received.text.split('event: member').length - 1
    const mute = { method: 'PATCH', url: `/api/admin/users/${ann.id}/mute`, headers: admin } as const
    expect((await app.inject(mute)).statusCode).toBe(200)
    await expect.poll(() => memberEvents(hers)).toBe(1)
    const remove = () =>
      app.inject({
        method: 'DELETE',
        url: `/api/admin/posts/${item.id}`,
        headers: admin,
        payload: { reason: 'Unkind' },
      })
    expect((await remove()).statusCode).toBe(200)
    await expect.poll(() => memberEvents(hers)).toBe(2)
    expect((await remove()).statusCode).toBe(404)
    // The member is already muted, so nothing changes.
    await app.inject(mute)
    // Nothing shows that no event follows.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([memberEvents(hers), memberEvents(his)]).toEqual([2, 0])
    hers.close()
    his.close()
  })

  it('sends at most one event per second', async () => {
    const ann = await aMember()
    const stream = await settled(ann.headers)
    for (let n = 0; n < 50; n += 1) await sql`select pg_notify('notifications', ${String(ann.id)})`
    await expect.poll(() => stream.received.changes()).toBe(stream.before + 2)
    stream.close()
  })

  it('ends when its session ends or expires, and only then', async () => {
    const user = await seedUser(database)
    const [here, other] = [await seedSession(database, user), await seedSession(database, user)]
    const aged = await seedSession(database, user)
    await sql`update sessions set family = gen_random_uuid() where user_id = ${user.id}`
    const [first, second, old] = await Promise.all([settled(here), settled(other), settled(aged)])
    await sql`
      update sessions set created_at = now() - interval '31 days'
      where id = (select max(id) from sessions where user_id = ${user.id})`
    await post('/api/auth/logout', here)
    await expect.poll(() => [first.received.isEnded, old.received.isEnded]).toEqual([true, true])
    expect(second.received.isEnded).toBe(false)
    second.close()
  })

  it('can be open ten times per member, and again once one is closed', async () => {
    const { headers } = await aMember()
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(headers)))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const eleventh = await open(headers)
    expect(eleventh.status).toBe(429)
    expect(eleventh.headers.get('retry-after')).toBe('60')
    streams[0]?.close()
    await expect
      .poll(async () => {
        const again = await open(headers)
        again.close()
        return again.status
      })
      .toBe(200)
    for (const stream of streams) stream.close()
  })

  it('can be open ten times per member, even with forty simultaneous requests', async () => {
    const { cookie } = (await aMember()).headers
    const { hostname, port } = new URL(origin)
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const responses = sockets.map((socket) => once(socket, 'data'))
    // The session lookups wait for the lock and all finish at the same time.
    await sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`
      for (const socket of sockets)
        socket.write(`GET /api/notifications/stream HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
      // Nothing shows that all requests have reached the lock.
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    const statuses = (await Promise.all(responses)).map(([data]) => String(data).split(' ')[1])
    for (const socket of sockets) socket.destroy()
    expect(statuses.toSorted()).toEqual([...Array(10).fill('200'), ...Array(30).fill('429')])
  })

  it('does not count clients that disconnected before it was open', async () => {
    const { headers } = await aMember()
    const { port } = app.server.address() as AddressInfo
    const request = `GET /api/notifications/stream HTTP/1.1\r\nHost: a\r\nCookie: ${headers.cookie}\r\n\r\n`
    // The session lookups wait for the lock; by the time they finish, the clients have disconnected.
    await sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`
      const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'))
      for (const socket of sockets) {
        await once(socket, 'connect')
        socket.write(request)
      }
      await expect
        .poll(async () => (await tx`select from pg_locks where not granted`).length)
        .toBeGreaterThan(0)
      for (const socket of sockets) socket.resetAndDestroy()
      // Nothing shows that the server has noticed the disconnections.
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    // The requests end when they find that their clients are gone.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const stream = await open(headers)
    expect(stream.status).toBe(200)
    stream.close()
  })

  it('continues after the database connection was lost', async () => {
    const ann = await aMember()
    const stream = await settled(ann.headers)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ '^(listen|select 1$)' and pid <> pg_backend_pid()`
    // One event follows the reconnection because changes may have been missed.
    await expect.poll(() => stream.received.changes()).toBe(stream.before + 1)
    await expect.poll(() => stream.received.text.split('event: member').length - 1).toBe(1)
    // A stream sends at most one event a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await sql`select pg_notify('notifications', ${String(ann.id)})`
    await expect.poll(() => stream.received.changes()).toBe(stream.before + 2)
    stream.close()
  })

  it('ends the streams of sessions that ended while the database connection was lost', async () => {
    const ann = await aMember()
    const stream = await settled(ann.headers)
    // As if the notification had been sent meanwhile.
    await sql`update sessions set ends_at = now() where user_id = ${ann.id}`
    const endListening = async () =>
      (
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ~ '^(listen|select 1$)' and pid <> pg_backend_pid()`
      ).length
    await expect.poll(endListening).toBeGreaterThan(0)
    await expect.poll(() => stream.received.isEnded).toBe(true)
  })

  it('tells browsers to reconnect, and to refetch after a failover, at different times', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, aMember))
    const streams = await Promise.all(members.map(({ headers }) => settled(headers)))
    const retries = streams.map(({ received }) => Number(/retry: (\d+)/.exec(received.text)?.[1]))
    expect(Math.max(...retries) - Math.min(...retries)).toBeGreaterThan(500)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ '^(listen|select 1$)' and pid <> pg_backend_pid()`
    const times: number[] = []
    await expect
      .poll(
        () => {
          const changed = streams.filter(({ received, before }) => received.changes() > before).length
          while (times.length < changed) times.push(performance.now())
          return changed
        },
        { interval: 20 },
      )
      .toBe(8)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500)
    for (const stream of streams) stream.close()
  })

  it('does not delay the shutdown of the server', async () => {
    const other = await buildTestApp(database)
    await other.listen({ port: 0, host: '127.0.0.1' })
    const { headers } = await aMember()
    const stream = await open(headers, `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`)
    const startedAt = Date.now()
    await other.close()
    // A request that is still running delays it by ten seconds.
    expect(Date.now() - startedAt).toBeLessThan(8_000)
    await expect.poll(() => stream.received.isEnded).toBe(true)
  })
})

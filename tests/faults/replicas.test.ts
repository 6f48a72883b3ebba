// @module-tag full
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { seedSession, seedUser } from '../support/builders.ts'
import { allowMs } from '../support/compare-times.ts'
import { pgbouncerPath, startPgBouncer } from '../support/pgbouncer.ts'
import {
  type PostgresCluster,
  postgresPrograms,
  startPrimary,
  startReplica,
} from '../support/postgres-cluster.ts'
import { listDescendants } from '../support/processes.ts'
import { createTemporaryFolder, type ServerProcess, startServer } from '../support/server-process.ts'
import { buildPostBody, postJson } from '../support/site-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

type Ready = { status: string; replicas: { isUsable: boolean; lagMs: number | null }[] }

const ready = async (server: ServerProcess): Promise<Ready> =>
  (await (await fetch(`${server.url}/readyz`)).json()) as Ready

const usable = async (server: ServerProcess): Promise<boolean[]> =>
  (await ready(server)).replicas.map(({ isUsable }) => isUsable)

const signalAll = (cluster: PostgresCluster, name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of [cluster.pid(), ...listDescendants(cluster.pid())]) process.kill(pid, name)
}

/** Requests the feed until `isOver`; returns all statuses and the longest duration in milliseconds. */
const readUntil = async (server: ServerProcess, isOver: () => boolean) => {
  const statuses = new Set<number>()
  let slowest = 0
  for (let n = 0; !isOver(); n += 1) {
    const startedAt = performance.now()
    // Each request has a different URL, so it is never served from a cache.
    const response = await fetch(`${server.url}/api/posts?limit=${1 + (n % 50)}&offset=${n % 100}`)
    statuses.add(response.status)
    await response.text()
    slowest = Math.max(slowest, performance.now() - startedAt)
    // The pause between two requests of one visitor.
    await delay(5)
  }
  return { statuses: [...statuses], slowest }
}

it.skipIf(!postgresPrograms)(
  'visitors are served while replicas are away, suspended or behind, and replicas are taken back',
  async () => {
    const primary = await startPrimary(await createTemporaryFolder('primary'))
    const one = await startReplica(primary, await createTemporaryFolder('one'))
    const two = await startReplica(primary, await createTemporaryFolder('two'))
    const direct = openDatabase({ url: two.url, max: 1 })
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: `${one.url}, ${two.url}`,
        RATE_LIMIT_SCALE: '0',
        SEED: 'demo',
      },
    })
    await waitUntil(async () => (await usable(server)).every(Boolean))

    /**
     * Calls `harm`, which makes a replica fail. Returns how long it took until the replica was no longer
     * used, and the results of visitors' requests up to one second after that.
     */
    const during = async (harm: () => unknown, expected: boolean[]) => {
      let isOver = false
      const reading = readUntil(server, () => isOver)
      // Visitors read for a while before and after the harm.
      await delay(300)
      const startedAt = performance.now()
      await harm()
      await waitUntil(async () => JSON.stringify(await usable(server)) === JSON.stringify(expected))
      const leftAfter = performance.now() - startedAt
      // Visitors read on from the replicas that are left.
      await delay(1_000)
      isOver = true
      return { ...(await reading), leftAfter }
    }

    const undisturbed = async () => {
      await usable(server)
      await (await fetch(`${server.url}/api/posts?limit=1`)).text()
    }
    // The server probes its replicas several times a second.
    const maxMs = await allowMs(1_200, undisturbed)
    const killed = await during(one.kill, [false, true])
    expect(killed.statuses).toEqual([200])
    expect(killed.leftAfter).toBeLessThan(maxMs)
    await one.start()
    await waitUntil(async () => (await usable(server)).every(Boolean))

    // A suspended replica keeps its connections open but does not respond.
    const suspended = await during(() => signalAll(two, 'SIGSTOP'), [true, false])
    expect(suspended.statuses).toEqual([200])
    expect(suspended.leftAfter).toBeLessThan(maxMs)
    expect(suspended.slowest).toBeLessThan(maxMs + 300)
    signalAll(two, 'SIGCONT')
    await waitUntil(async () => (await usable(server)).every(Boolean))

    // A replica that stops replaying is taken out of use once it is one second behind the primary.
    await direct.sql`select pg_wal_replay_pause()`
    const onPrimary = openDatabase({ url: primary.url, max: 1 })
    const behind = await during(async () => {
      await onPrimary.sql`create table lag as select 1`
    }, [true, false])
    expect(behind.statuses).toEqual([200])
    expect(behind.leftAfter).toBeGreaterThan(900)
    expect(behind.leftAfter).toBeLessThan(maxMs + 1_300)
    expect((await ready(server)).replicas[1]?.lagMs).toBeGreaterThan(1_000)
    await direct.sql`select pg_wal_replay_resume()`
    await waitUntil(async () => (await usable(server)).every(Boolean))

    // Without any usable replica, the primary serves everyone.
    const none = await during(() => Promise.all([one.kill(), two.kill()]), [false, false])
    expect(none.statuses).toEqual([200])
    await Promise.all([one.start(), two.start()])
    await waitUntil(async () => (await usable(server)).every(Boolean))
    await Promise.all([direct.close(), onPrimary.close()])
  },
)

it.skipIf(!postgresPrograms)('the site starts without its replica and uses it later', async () => {
  const primary = await startPrimary(await createTemporaryFolder('primary'))
  const replica = await startReplica(primary, await createTemporaryFolder('replica'))
  await replica.kill()
  const server = await startServer({
    dataDir: await createTemporaryFolder(),
    env: { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url },
  })
  expect((await fetch(`${server.url}/api/posts`)).status).toBe(200)
  expect(await usable(server)).toEqual([false])
  await replica.start()
  await waitUntil(async () => (await usable(server)).every(Boolean))
})

/**
 * Starts a proxy that stands in for the address that a failover moves: it forwards connections to the current target.
 */
const startMovableAddress = async (first: PostgresCluster) => {
  const sockets = new Set<Socket>()
  let port = Number(new URL(first.url).port)
  const server = createServer((outer) => {
    const inner = connect(port, '127.0.0.1')
    for (const [side, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(side)
      side.on('error', () => {})
      side.on('close', () => other.destroy())
      side.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    disconnect()
    server.close()
  })
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    url: first.url.replace(String(port), String(own)),
    moveTo: (cluster: PostgresCluster) => {
      port = Number(new URL(cluster.url).port)
      disconnect()
    },
  }
}

it.skipIf(!postgresPrograms).each(['a moved address', ...(pgbouncerPath ? ['PgBouncer'] : [])])(
  'a failover to the replica behind %s is over within ten seconds and loses no acknowledged write',
  async (kind) => {
    const primary = await startPrimary(await createTemporaryFolder('primary'))
    const replica = await startReplica(primary, await createTemporaryFolder('replica'))
    const onPrimary = openDatabase({ url: primary.url, max: 1 })
    // With synchronous replication, a commit is acknowledged once the replica has received it.
    await onPrimary.sql.unsafe("alter system set synchronous_standby_names = '*'")
    await onPrimary.sql`select pg_reload_conf()`
    await waitUntil(async () => {
      const [row] = await onPrimary.sql`select 1 from pg_stat_replication where sync_state = 'sync'`
      return row !== undefined
    })
    const address = await startMovableAddress(primary)
    const pooler =
      kind === 'PgBouncer' ? await startPgBouncer(primary.url, await createTemporaryFolder('pooler')) : null
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: {
        DATABASE_URL: pooler?.url ?? address.url,
        DATABASE_DIRECT_URL: address.url,
        DATABASE_READ_URL: replica.url,
        RATE_LIMIT_SCALE: '0',
      },
    })
    const writers = await startWriters(server, onPrimary, 8)
    await waitUntil(() => writers.acknowledged() > 200)

    await onPrimary.close()
    const startedAt = performance.now()
    await primary.kill()
    const promoted = openDatabase({ url: replica.url, max: 2 })
    await promoted.sql`select pg_promote()`
    address.moveTo(replica)
    pooler?.moveTo(replica.url)
    const before = writers.acknowledged()
    await waitUntil(() => writers.acknowledged() > before + 20)
    // Writers go on within seconds, not only after a restart of the server.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await waitUntil(() => writers.acknowledged() > before + 200)
    await writers.stop()

    expect(writers.unexpected).toEqual([])
    expect(await writers.listLost(promoted)).toEqual([])
    expect(await verifyCounts(promoted.sql)).toEqual([])
    expect((await fetch(`${server.url}/api/posts`)).status).toBe(200)
    await promoted.close()
  },
)

it.skipIf(!postgresPrograms || !pgbouncerPath)(
  'live notifications and migrations go past a pooler in transaction mode',
  async () => {
    const primary = await startPrimary(await createTemporaryFolder('primary'))
    const pooler = await startPgBouncer(primary.url, await createTemporaryFolder('pooler'))
    const server = await startServer({
      dataDir: await createTemporaryFolder(),
      env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: primary.url },
    })
    const database = openDatabase({ url: primary.url, max: 1 })
    const member = await seedUser(database)
    const stream = await fetch(`${server.url}/api/notifications/stream`, {
      headers: await seedSession(database, member),
    })
    let received = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) received += Buffer.from(chunk as Uint8Array).toString()
    })().catch(() => {})
    await waitUntil(() => received.includes('retry:'))
    const events = () => received.split('event:').length
    // The event of the first connection may still arrive.
    await delay(500)
    const before = events()
    const author = await seedSession(database, await seedUser(database))
    const published = await postJson(
      server,
      '/api/posts',
      await seedSession(database, member),
      buildPostBody('Followed'),
    )
    const { id } = (await published.json()) as { id: number }
    // The notification is sent through the pooler but received on a connection that bypasses it.
    const comment = await postJson(server, '/api/comments', author, { postId: id, content: 'Words' })
    expect(comment.status).toBe(200)
    await waitUntil(() => events() > before)
    // Killing the pooler would also close a connection that goes through it.
    const connections = () => database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where query ilike 'listen%' order by pid`
    const listening = await connections()
    expect(listening.length).toBeGreaterThan(0)
    await pooler.kill()
    const reached = events()
    await database.sql`select pg_notify('notifications', ${String(member.id)})`
    await waitUntil(() => events() > reached)
    expect(await connections()).toEqual(listening)
    await database.close()
    server.child.kill('SIGTERM')
    await reading
  },
)

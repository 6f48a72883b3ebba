// @module-tag full
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { pgbouncerPath, startPgBouncer } from '../support/pgbouncer.ts'
import { findPostmaster, killProcesses, listDescendants, signalProcesses } from '../support/processes.ts'
import { createTemporaryFolder, fetchHealthStatus, startServer } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

/**
 * Set `LOSS_ROUNDS=60` for a long run. Each round causes every kind of loss once and takes about a minute.
 */
const rounds = Number(process.env.LOSS_ROUNDS ?? 5)
const PAUSE_MS = 8_000

type Loss = 'killed' | 'terminated' | 'paused' | 'cut'

/** Starts a proxy from a TCP port to the database's Unix socket; `cut` resets every connection. */
const startProxy = async (url: string) => {
  const { username, password, pathname, searchParams } = new URL(url)
  const sockets = new Set<Socket>()
  const proxy = createServer((outer) => {
    const inner = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    sockets.add(outer)
    outer.on('close', () => sockets.delete(outer))
    for (const [side, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      side.on('error', () => {})
      side.on('close', () => other.destroy())
      side.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  const address = proxy.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`, cut }
}

const startSite = async (kind: 'embedded' | 'outside' | 'PgBouncer') => {
  const dataDir = await createTemporaryFolder()
  const env = { RATE_LIMIT_SCALE: '0' }
  if (kind === 'embedded') {
    const server = await startServer({ dataDir, env })
    const { url } = await openEmbeddedDatabase({ dataDir, log: errorLogger })
    return { server, dataDir, url, cut: () => {} }
  }
  const outside = await startEmbeddedDatabase({ dataDir, log: errorLogger })
  onTestFinished(() => outside.stop())
  const proxy = await startProxy(outside.url)
  const url =
    kind === 'outside'
      ? proxy.url
      : (await startPgBouncer(proxy.url, await createTemporaryFolder('pooler'))).url
  const server = await startServer({
    dataDir: await createTemporaryFolder(),
    env: { ...env, DATABASE_URL: url },
  })
  expect(server.stderr()).not.toContain('cannot be used')
  return { server, dataDir, url: outside.url, cut: proxy.cut }
}

it.each([
  { kind: 'embedded', losses: ['killed', 'terminated', 'paused'] },
  { kind: 'outside', losses: ['killed', 'cut', 'terminated', 'paused'] },
  ...(pgbouncerPath
    ? [{ kind: 'PgBouncer', losses: ['killed', 'cut', 'terminated', 'paused'] } as const]
    : []),
] as const)(
  'keeps running and loses nothing when the $kind database is lost under 32 writers',
  {
    timeout: 180_000 + rounds * 40_000,
  },
  async ({ kind, losses }) => {
    const { server, dataDir, url, cut } = await startSite(kind)
    const database = openDatabase({ url, max: 2 })
    onTestFinished(() => database.close())
    const writers = await startWriters(server, database, 32)
    const lose = async (loss: Loss) => {
      const postmaster = findPostmaster(dataDir)
      if (loss === 'killed') killProcesses(postmaster)
      if (loss === 'cut') cut()
      if (loss === 'terminated')
        await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`
      if (loss === 'paused') {
        const all = [postmaster, ...listDescendants(postmaster)]
        signalProcesses('SIGSTOP', all)
        // The database is suspended for so long that the server gives it up.
        await delay(PAUSE_MS)
        const since = performance.now()
        expect(await fetchHealthStatus(server)).toBe(503)
        // The server has given up the database by now, so the check does not wait for it.
        expect(performance.now() - since).toBeLessThan(5_000)
        signalProcesses('SIGCONT', all)
      }
    }
    const healed: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = writers.acknowledged()
      await waitUntil(() => {
        if (writers.unexpected.length > 0)
          throw new Error(writers.unexpected.slice(0, 3).join('\n') + server.stderr().slice(-1500))
        return writers.acknowledged() > before + 20
      })
      const loss = losses[round % losses.length] ?? 'killed'
      await lose(loss)
      const since = performance.now()
      const acknowledged = writers.acknowledged()
      await waitUntil(() => {
        if (server.child.exitCode !== null)
          throw new Error(`The server ended: ${server.stderr().slice(-2_000)}`)
        return writers.acknowledged() > acknowledged
      })
      // A site that does not heal takes longer than this waits. `npm run trust` measures how long it takes.
      await waitUntil(async () => (await fetchHealthStatus(server)) === 200)
      healed.push(Math.round(performance.now() - since))
    }
    await writers.stop()
    console.info(kind, {
      rounds,
      healed,
      statuses: Object.fromEntries(writers.statuses),
      slowest: writers.slowest(),
    })
    expect(writers.unexpected).toEqual([])
    expect(writers.statuses.get(503) ?? 0).toBeGreaterThan(0)
    expect(await writers.listLost(database)).toEqual([])
    expect(await verifyCounts(database.sql)).toEqual([])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)

import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { findFreePort } from '../support/free-port.ts'
import { nginxPath, startNginx } from '../support/nginx.ts'
import { pgbouncerPath, startPgBouncer } from '../support/pgbouncer.ts'
import { postgresPrograms, startPrimary, startReplica } from '../support/postgres-cluster.ts'
import { findPostmaster, findWorkers, killProcesses } from '../support/processes.ts'
import {
  createTemporaryFolder,
  fetchHealthStatus,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'
import { appendTrustReport, FAULT_ROUNDS, measureRecovery } from '../support/trust-report.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWriters } from '../support/writers.ts'

const WRITERS = 8
/** Most of the recovery time is spent starting a process, which takes a long time on a busy machine. */
const MAX_RECOVERY_MS = 60_000
/**
 * The number of kinds of writes: posts, comments, votes, bookmarks, reveals, drafts, collection items, results,
 * followed members and topics.
 */
const KINDS = 10

/**
 * Functions that each kill one part of the system, and restart it unless something else does. Each is called once per
 * round.
 */
type Parts = Record<string, () => Promise<unknown>>

/** Kills each part in turn while members are writing, and then checks that all acknowledged writes exist. */
const killInTurn = async (
  name: string,
  site: Pick<ServerProcess, 'url' | 'port'>,
  /** Returns the database's URL, whose port may change when the embedded database restarts. */
  findDatabase: () => Promise<string>,
  parts: Parts,
) => {
  const before = openDatabase({ url: await findDatabase(), max: 2 })
  const writers = await startWriters(site, before, WRITERS)
  await before.close()
  await waitUntil(() => writers.acknowledged() > 200)
  /** Checks all writes that have been acknowledged so far, while the members continue writing. */
  const compare = async () => {
    const database = openDatabase({ url: await findDatabase(), max: 2 })
    const lost = await writers.listLost(database, writers.acknowledged())
    const wrong = await verifyCounts(database.sql)
    await database.close()
    return { lost, wrong }
  }
  for (let round = 0; round < FAULT_ROUNDS; round += 1) {
    for (const [part, killAndStart] of Object.entries(parts)) {
      await measureRecovery(
        name,
        part,
        async () => {
          await killAndStart()
          const reached = writers.acknowledged()
          await waitUntil(() => writers.acknowledged() > reached + 20)
        },
        MAX_RECOVERY_MS,
      )
    }
    // With `--break`, all losses are instead counted at the end.
    if (!process.env.TRUST_BREAK) expect(await compare()).toEqual({ lost: [], wrong: [] })
  }
  await writers.stop()
  const { lost, wrong } = await compare()
  const acknowledged = writers.acknowledged()
  appendTrustReport({ name, acknowledged, lost: lost.length, wrong: wrong.length })
  expect({ lost, wrong }).toEqual({ lost: [], wrong: [] })
  const kinds = Object.values(writers.countByKind())
  expect(Math.min(...kinds)).toBeGreaterThan(0)
  expect(kinds).toHaveLength(KINDS)
  // A proxy responds with 502 or 504 while a server is killed; the site itself never does.
  expect(writers.unexpected.filter((line) => / (4\d\d|500) /.test(line))).toEqual([])
}

/** Kills one of the server's workers, which the leader replaces. */
const killWorker = async ({ pid }: ServerProcess) => killProcesses(findWorkers(pid)[0])

/** Starts a server that can be killed and restarted on the same port. */
const startRestartable = async (env: NodeJS.ProcessEnv) => {
  const dataDir = await createTemporaryFolder()
  const port = await findFreePort()
  const start = () => startServer({ dataDir, env: { RATE_LIMIT_SCALE: '0', ...env, PORT: String(port) } })
  let server = await start()
  return {
    port,
    url: server.url,
    killWorker: () => killWorker(server),
    restart: async () => {
      killProcesses(server.pid)
      await server.ended
      server = await start()
      await waitUntil(async () => (await fetchHealthStatus(server)) === 200)
    },
  }
}

const timeout = 180_000 + FAULT_ROUNDS * 120_000

describe('Nothing acknowledged is lost while parts are killed', () => {
  it('on one server with its own database', { timeout }, async () => {
    const dataDir = await createTemporaryFolder()
    const port = String(await findFreePort())
    const env = { RATE_LIMIT_SCALE: '0', PORT: port }
    let server = await startServer({ dataDir, env })
    const findDatabase = async () => (await openEmbeddedDatabase({ dataDir, log: errorLogger })).url
    await killInTurn('one server, its own database', server, findDatabase, {
      server: async () => {
        killProcesses(server.pid)
        await server.ended
        server = await startServer({ dataDir, env })
      },
      worker: () => killWorker(server),
      database: async () => killProcesses(findPostmaster(dataDir)),
    })
  })

  it.skipIf(!postgresPrograms || !pgbouncerPath || !nginxPath)(
    'on two servers behind nginx, with PgBouncer and a replica',
    { timeout, tags: 'full' },
    async () => {
      const primary = await startPrimary(await createTemporaryFolder('primary'))
      const replica = await startReplica(primary, await createTemporaryFolder('replica'))
      const pooler = await startPgBouncer(primary.url, await createTemporaryFolder('pooler'))
      const port = await findFreePort()
      const env = {
        PUBLIC_URL: `http://localhost:${port}`,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: primary.url,
        DATABASE_READ_URL: replica.url,
      }
      const one = await startRestartable(env)
      const two = await startRestartable(env)
      await startNginx(port, [one.port, two.port], await createTemporaryFolder('nginx'))
      const site = { port, url: `http://127.0.0.1:${port}` }
      await killInTurn('two servers, PgBouncer, a replica', site, async () => primary.url, {
        server: one.restart,
        'other server': two.restart,
        worker: one.killWorker,
        database: async () => {
          await primary.crash()
          await primary.start()
        },
        replica: async () => {
          await replica.crash()
          await replica.start()
        },
        pooler: async () => {
          await pooler.kill()
          await pooler.start()
        },
      })
    },
  )
})

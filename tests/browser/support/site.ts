import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/database/connect.ts'
import { projectRoot } from '#server/project-root.ts'
import { compileCache } from '../../../scripts/paths.mjs'
import { findFreePort } from '../../support/free-port.ts'
import { startTestPostgres, withDatabaseName } from '../../support/global-setup.ts'
import { runNginx } from '../../support/run-nginx.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Starts PostgreSQL for the sites of all workers. */
export default async (): Promise<() => Promise<void>> => {
  if (!existsSync(path.join(projectRoot, 'dist/client'))) throw new Error('Nothing is built: npm run build')
  const postgres = await startTestPostgres()
  process.env.SITES_POSTGRES_URL = postgres.url
  return postgres.stop
}

/** Starts the real server, or two of them if SERVERS=2, on a new database. */
export const startSite = async () => {
  const postgresUrl = process.env.SITES_POSTGRES_URL ?? ''
  const dataDir = await mkdtemp(path.join(tmpdir(), 'prompts-browser-'))
  const name = `browser_${process.pid}_${Date.now().toString(36)}`
  const admin = openDatabase({ url: postgresUrl, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const databaseUrl = withDatabaseName(postgresUrl, name)
  const start = process.env.SERVERS === '2' ? startTwoServers : startOneServer
  const { url, stopAll } = await start(dataDir, databaseUrl)
  const stop = async () => {
    await stopAll()
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, databaseUrl, dataDir, stop }
}

const startOneServer = async (dataDir: string, databaseUrl: string) => {
  const { server, url } = await startServer(dataDir, databaseUrl)
  return { url, stopAll: () => stopServer(server) }
}

/** Starts two servers with the same database and files behind nginx, which alternates between them. */
const startTwoServers = async (dataDir: string, databaseUrl: string) => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const more = { PUBLIC_URL: url, TRUST_PROXY: '1' }
  // The servers start one after the other, because only the first one may find an empty database.
  const servers = [
    await startServer(dataDir, databaseUrl, more),
    await startServer(dataDir, databaseUrl, more),
  ]
  const ports = servers.map((each) => Number(new URL(each.url).port))
  const nginx = await runNginx(port, ports, path.join(dataDir, 'nginx'))
  return {
    url,
    stopAll: async () => {
      await nginx.stop()
      await Promise.all(servers.map(({ server }) => stopServer(server)))
    },
  }
}

/** Starts the real server as a process; `more` contains additional settings. */
export const startServer = async (dataDir: string, databaseUrl: string, more: NodeJS.ProcessEnv = {}) => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.join(projectRoot, 'src/app/server/main.ts')], {
    cwd: tmpdir(),
    // The server's log helps investigate a failed test.
    stdio: ['ignore', 'pipe', openSync(path.join(tmpdir(), 'prompt-collection-browser-tests.log'), 'a')],
    env: {
      ...compileCache,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SEED: 'demo',
      RATE_LIMIT_SCALE: '0',
      // A busy machine must not cut results of a search short.
      TIME_LIMIT_SCALE: '20',
      PORT: String(port),
      HOST: '127.0.0.1',
      // With several workers, the content of a page cached for a few seconds would depend on the worker.
      WORKERS: '1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: '',
      DATABASE_READ_URL: '',
      // Empty values ensure that a developer's .env does not affect the tests.
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
      OPTIMIZER_BASE_URL: '',
      ADMIN_EMAILS: '',
      // The receivers of webhooks are on this machine.
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      ...more,
    },
  })
  let output = ''
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await waitUntil(() => output.includes(' is ready at ') || server.exitCode !== null)
  if (server.exitCode !== null) throw new Error('The server did not start')
  return { server, url }
}

export const stopServer = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}

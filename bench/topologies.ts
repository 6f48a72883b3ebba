import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { runNginx } from '#tests/support/run-nginx.ts'
import { type PostgresCluster, runPrimary, runReplica } from '#tests/support/run-postgres.ts'
import { findFreePort } from '../tests/support/free-port.ts'
import { readCpuTimeMs } from './cpu-time.ts'
import { type LoadTarget, measureLoad } from './measure.ts'
import { signIn } from './scenarios.ts'
import { startSite } from './servers.ts'

const parts = ['servers', 'nginx', 'primary', 'replica'] as const
type Part = (typeof parts)[number]

type Topology = {
  name: string
  origin: string
  pids: Partial<Record<Part, number[]>>
  stop(): Promise<unknown>
}

type Options = {
  posts: number
  connections: number
  seconds: number
  /** Migrates an empty database and fills it. */
  fill: (url: string) => Promise<void>
  log: (text: string) => void
}

/**
 * Measures the CPU time that a request costs each process: with one server, with two behind nginx, and with a
 * replica for visitors' reads. CPU time is comparable even though all processes share one machine with the
 * load generator. Returns a Markdown table.
 */
export const measureTopologies = async (options: Options): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prompts-topologies-'))
  // PostgreSQL runs as another account if this process runs as root.
  chmodSync(folder, 0o755)
  const rows: string[] = []
  let primary: PostgresCluster | undefined
  let replica: PostgresCluster | undefined
  try {
    primary = await runPrimary(path.join(folder, 'primary'))
    await options.fill(primary.url)
    replica = await runReplica(primary, path.join(folder, 'replica'))
    const database = openDatabase({ url: primary.url, max: 1 })
    try {
      for (const start of [startOne, startTwo, startWithReplica]) {
        const topology = await start(primary, replica, folder)
        try {
          rows.push(...(await measureTopology(topology, database, options)))
        } finally {
          await topology.stop()
        }
      }
    } finally {
      await database.close()
    }
  } finally {
    await replica?.kill()
    await primary?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    `| topology | request | requests/s | p99 ms | ${parts.map((part) => `${part}, ms CPU`).join(' | ')} |`,
    `|---|---|---|---|${parts.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n')
}

type Start = (primary: PostgresCluster, replica: PostgresCluster, folder: string) => Promise<Topology>

const startOne: Start = async (primary, _replica, folder) => {
  const site = await startSite(primary.url, path.join(folder, 'data'))
  return {
    name: 'one server',
    origin: site.origin,
    pids: { servers: [site.pid], primary: [primary.pid()] },
    stop: site.stop,
  }
}

const startTwo: Start = async (primary, _replica, folder) => {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { PUBLIC_URL: origin, TRUST_PROXY: '1' }
  const servers = [
    await startSite(primary.url, path.join(folder, 'data'), settings),
    await startSite(primary.url, path.join(folder, 'data'), settings),
  ]
  const ports = servers.map((server) => Number(new URL(server.origin).port))
  const nginx = await runNginx(port, ports, path.join(folder, 'nginx'))
  return {
    name: 'two servers',
    origin,
    pids: { servers: servers.map(({ pid }) => pid), nginx: [nginx.pid], primary: [primary.pid()] },
    stop: async () => {
      await nginx.stop()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

const startWithReplica: Start = async (primary, replica, folder) => {
  const site = await startSite(primary.url, path.join(folder, 'data'), { DATABASE_READ_URL: replica.url })
  return {
    name: 'one server, a replica',
    origin: site.origin,
    pids: { servers: [site.pid], primary: [primary.pid()], replica: [replica.pid()] },
    stop: site.stop,
  }
}

const WARM_UP_SECONDS = 2

const measureTopology = async (
  { name, origin, pids }: Topology,
  database: Database,
  { posts, connections, seconds, log }: Options,
): Promise<string[]> => {
  const randomPost = () => 1 + Math.floor(Math.random() * posts)
  const member = await signIn(database, 1)
  const targets: LoadTarget[] = [
    { name: "a visitor's post page", path: () => `/post/${randomPost()}` },
    { name: "a visitor's post, JSON", path: () => `/api/posts/${randomPost()}` },
    { name: "a member's feed, JSON", path: () => '/api/posts', headers: member },
  ]
  const rows: string[] = []
  for (const target of targets) {
    await measureLoad(origin, target, connections, WARM_UP_SECONDS)
    const before = readCpuTimes(pids)
    const { perSecond, p99 } = await measureLoad(origin, target, connections, seconds)
    const after = readCpuTimes(pids)
    const costs = parts.map((part) =>
      pids[part] ? ((after[part] - before[part]) / (perSecond * seconds)).toFixed(2) : '',
    )
    log(`  ${name}, ${target.name}: ${Math.round(perSecond)}/s`)
    rows.push(`| ${name} | ${target.name} | ${Math.round(perSecond)} | ${p99} | ${costs.join(' | ')} |`)
  }
  return rows
}

const readCpuTimes = (pids: Topology['pids']): Record<Part, number> => {
  const sum = (part: Part) => (pids[part] ?? []).reduce((total, pid) => total + readCpuTimeMs(pid), 0)
  return { servers: sum('servers'), nginx: sum('nginx'), primary: sum('primary'), replica: sum('replica') }
}

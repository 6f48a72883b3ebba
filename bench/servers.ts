import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildEnvironment, siteArguments } from '../scripts/paths.mjs'
import { findFreePort } from '../tests/support/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The servers that are running. They end with this process, also if it is interrupted. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

const keepTrackOf = (child: ChildProcess): void => {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

export type BenchServer = {
  origin: string
  pid: number
  startedInMs: number
  /** The WebSocket URL of Node's inspector, if the server was started with one. */
  inspectorUrl?: string
  stop(): Promise<void>
}

/**
 * Starts the site on this database as a separate process, with `overrides` applied to its settings. With
 * `inspect`, a debugger or profiler can connect to it, and what it sends to PostgreSQL is counted. `folder` is another
 * checkout of the site, to compare with.
 */
export const startSite = async (
  databaseUrl: string,
  dataDir: string,
  overrides: NodeJS.ProcessEnv = {},
  { inspect = false, folder = root } = {},
): Promise<BenchServer> => {
  const port = await findFreePort()
  // Pages of an earlier run would spare this one their rendering.
  rmSync(path.join(dataDir, 'pages'), { recursive: true, force: true })
  const startedAt = performance.now()
  const inspectArguments = inspect
    ? ['--inspect=127.0.0.1:0', '--import', `${root}bench/count-database-traffic.ts`]
    : []
  const ownArguments = siteArguments.map((argument) => argument.replace(root, path.join(folder, '/')))
  const child = spawn(process.execPath, [...inspectArguments, ...ownArguments], {
    cwd: folder,
    stdio: ['ignore', 'pipe', inspect ? 'pipe' : 'ignore'],
    env: buildEnvironment({
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
      RATE_LIMIT_SCALE: '0',
      // A single process makes results from different machines comparable; `--workers` measures several.
      WORKERS: '1',
      ...overrides,
    }),
  })
  keepTrackOf(child)
  if (!child.stdout) throw new Error('No output')
  const inspectorUrl = child.stderr ? inspectorUrlIn(child.stderr) : null
  await once(child.stdout, 'data')
  return {
    ...(inspectorUrl ? { inspectorUrl: await inspectorUrl } : {}),
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAt,
    stop: () => stopProcess(child),
  }
}

/** Returns the WebSocket URL of the inspector, which Node prints when it starts. */
const inspectorUrlIn = async (output: Readable): Promise<string> => {
  const [text] = await once(output, 'data')
  // The rest of the output must also be read because the process would block once its output pipe is full.
  output.resume()
  const url = /ws:\S+/.exec(String(text))?.[0]
  if (!url) throw new Error(`No inspector: ${text}`)
  return url
}

/** Headers that Node sets on every response. */
const GENERATED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'content-encoding'])

/** Starts a server that returns a static response; `imitate` copies the bytes and headers of a URL's response. */
export const startStaticServer = async (): Promise<
  BenchServer & { imitate(url: string, headers: Record<string, string>): Promise<void> }
> => {
  const { child, ...server } = await startScript('static-server.ts')
  return {
    ...server,
    imitate: async (url, headers) => {
      const response = await fetch(url, { headers })
      const body = Buffer.from(await response.arrayBuffer()).toString('base64')
      const headersToSend = Object.fromEntries(
        [...response.headers].filter(([name]) => !GENERATED_HEADERS.has(name)),
      )
      child.send({ body, headers: headersToSend })
      await once(child, 'message')
    },
  }
}

/** Starts a minimal server that serves a member's feed from this database and does nothing else. */
export const startMinimalServer = (databaseUrl: string): Promise<BenchServer> =>
  startScript('minimal-server.ts', databaseUrl)

const startScript = async (
  name: string,
  ...args: string[]
): Promise<BenchServer & { child: ChildProcess }> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [`${root}bench/${name}`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  keepTrackOf(child)
  const [address] = (await once(child, 'message')) as [{ port: number }]
  return {
    child,
    origin: `http://127.0.0.1:${address.port}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAt,
    stop: () => stopProcess(child),
  }
}

/** Returns the resident memory of a process and its descendants, in megabytes. */
export const readResidentMemoryMb = (pid: number): number => {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (
    Math.round(Number(line?.[1] ?? 0) / 1024) +
    listChildren(pid).reduce((sum, child) => sum + readResidentMemoryMb(child), 0)
  )
}

/** Returns the ids of a process's children that are still running. */
export const listChildren = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(Number)

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timeout = delay(15_000).then(() => child.kill('SIGKILL'))
  await Promise.race([exited, timeout])
}

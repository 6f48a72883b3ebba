import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { compileCache } from '../../scripts/paths.mjs'
import { findFreePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

export type ServerProcess = {
  child: ChildProcess
  pid: number
  port: number
  url: string
  /** Resolves with the exit code once the process has exited and its output streams have ended. */
  ended: Promise<number | null>
  stdout(): string
  stderr(): string
}

type Options = {
  /** Command-line options for Node. */
  flags?: readonly string[]
  program?: string
  args?: string[]
  dataDir?: string
  env?: NodeJS.ProcessEnv
  /** A file that gets what the process writes to stderr. */
  logFile?: string
}

/** How long a server may take to start, or a command to import or restore data, on a busy machine. */
const START_SECONDS = 90

/** Starts a real server; resolves when it is ready or has exited. It is stopped after the test. */
export const startServer = async ({
  program = 'src/app/server/main.ts',
  args = [],
  flags = [],
  dataDir,
  env,
  logFile,
}: Options) => {
  const port = Number(env?.PORT ?? (await findFreePort()))
  const child = spawn(process.execPath, [...flags, path.resolve(projectRoot, program), ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', logFile ? openSync(logFile, 'a') : 'pipe'],
    // Empty values ensure that a developer's .env does not affect the tests.
    env: {
      ...compileCache,
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      // Two workers are used on every machine because most sites have several.
      WORKERS: '2',
      SEED: 'none',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      DATABASE_DIRECT_URL: '',
      DATABASE_READ_URL: '',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
      OPTIMIZER_BASE_URL: '',
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(timer)
  })
  const isReady = () => output.stdout.includes(' is ready at ')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await waitUntil(() => isReady() || hasEnded(), START_SECONDS)
  const server: ServerProcess = {
    child,
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    ended,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
  }
  return server
}

/**
 * Creates a folder that is deleted after the test; `name` may have several segments. If `closed`, only this user
 * account can access it.
 */
export const createTemporaryFolder = async (
  name = 'data',
  access: 'open' | 'closed' = 'open',
): Promise<string> => {
  const base = await mkdtemp(path.join(tmpdir(), 'prompts-fault-'))
  if (access === 'open') await chmod(base, 0o755)
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return path.join(base, name)
}

/** Returns the status of `/healthz`, or 0 if the connection fails. */
export const fetchHealthStatus = (server: ServerProcess): Promise<number> =>
  fetch(`${server.url}/healthz`).then(
    (response) => response.status,
    () => 0,
  )

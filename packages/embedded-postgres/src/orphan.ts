import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './error.ts'
import type { Logger } from './logger.ts'

/**
 * Stops a PostgreSQL process that outlived the server that started it. The caller holds the data directory's lock, so
 * any PostgreSQL that uses the directory is an orphan. Returns the process id in `postmaster.pid` if that id now
 * belongs to an unrelated process: PostgreSQL must be informed, or it would mistake that process for a running
 * postmaster. PostgreSQL removes the file itself.
 */
export const stopOrphanedServer = async (folder: string, log: Logger): Promise<number | null> => {
  const pid = readPid(folder)
  if (pid === null) return null
  if (!isPostmasterOf(pid, folder)) return pid
  log.warn({ pid }, 'Stopping an orphaned PostgreSQL process of an earlier server')
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    process.kill(pid, signal)
    if (await endsWithin(timeoutMs, () => isPostmasterOf(pid, folder))) return readPid(folder)
  }
  throw new EmbeddedDatabaseError(`An orphaned PostgreSQL (process ${pid}) does not stop`)
}

/** Returns the lines of `postmaster.pid`: line 1 is the process id, line 8 the status of the postmaster. */
export const readPidFile = (folder: string): string[] => {
  try {
    return readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

const readPid = (folder: string): number | null => {
  const pid = Number(readPidFile(folder)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/**
 * Returns whether the process is the postmaster of this data directory, which is its working directory. A zombie
 * process has no working directory.
 */
const isPostmasterOf = (pid: number, folder: string): boolean => {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return stdout.includes(`-D ${folder}`)
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

const endsWithin = async (timeoutMs: number, isRunning: () => boolean): Promise<boolean> => {
  const deadline = Date.now() + timeoutMs
  while (isRunning()) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

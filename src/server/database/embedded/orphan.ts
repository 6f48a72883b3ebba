import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { EmbeddedFailure } from './failure.ts'

/**
 * Stops a PostgreSQL that outlived the server that had started it. The caller holds the data folder's lock, so
 * whoever serves that folder is an orphan.
 * Answers the number in `postmaster.pid` when some other process has it by now: PostgreSQL must be told, or it
 * would take that process for a rival. The file itself is PostgreSQL's to remove.
 */
export const stopOrphan = async (folder: string, log: Log): Promise<number | null> => {
  const pid = readPid(folder)
  if (pid === null) return null
  if (!serves(pid, folder)) return pid
  log.warn({ pid }, 'Stopping a database that outlived its server')
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    process.kill(pid, signal)
    if (await endsWithin(patience, () => serves(pid, folder))) return readPid(folder)
  }
  throw new EmbeddedFailure(`An earlier database (process ${pid}) does not stop`)
}

/** The lines of `postmaster.pid`: 1 is the process, 8 its state. */
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

/** PostgreSQL's main process works inside its folder. A dead one that nobody has buried yet has no folder. */
const serves = (pid: number, folder: string): boolean => {
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

const endsWithin = async (milliseconds: number, isRunning: () => boolean): Promise<boolean> => {
  const end = Date.now() + milliseconds
  while (isRunning()) {
    if (Date.now() > end) return false
    await delay(20)
  }
  return true
}

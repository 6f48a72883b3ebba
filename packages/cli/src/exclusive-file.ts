import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CliError, exitCodes } from './cli-error.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether the process that has written the file is gone. It may be another machine's, of which nothing is known. */
const isAbandoned = (file: string): boolean => {
  try {
    const [pid, host] = readFileSync(file, 'utf8').split('\n')
    return host === hostname() && !isAlive(Number(pid))
  } catch {
    return false
  }
}

const tryCreate = (file: string): boolean => {
  try {
    writeFileSync(file, `${process.pid}\n${hostname()}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Does something while no other process does it: the one that has created `file`. A file of a process that was killed
 * does not count. Waits for another process for `waitMs`.
 */
export const withExclusiveFile = async <T>(
  file: string,
  waitMs: number,
  task: () => Promise<T>,
): Promise<T> => {
  mkdirSync(path.dirname(file), { recursive: true })
  const end = Date.now() + waitMs
  while (!tryCreate(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true })
    else if (Date.now() > end)
      throw new CliError(
        'Another command is at work here.',
        exitCodes.unavailable,
        `Wait for it. If there is none, delete ${file}.`,
      )
    else await setTimeout(100)
  }
  try {
    return await task()
  } finally {
    rmSync(file, { force: true })
  }
}

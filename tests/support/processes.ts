import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

type Row = { pid: number; parent: number; isDead: boolean; command: string }

/** Returns the PIDs of all descendants of `pid`. */
export const listDescendants = (pid: number): number[] => {
  const rows = list()
  const below = (parent: number): number[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row.pid, ...below(row.pid)])
  return below(pid)
}

/** Returns the processes among `pids` that are still running; zombies do not count. */
export const filterRunningPids = (pids: readonly number[]): number[] =>
  list().flatMap((row) => (pids.includes(row.pid) && !row.isDead ? [row.pid] : []))

/** Returns the PID of the watchdog shell, which stops the database if the server dies. */
export const findWatchdog = (server: number): number | undefined =>
  list().find((row) => row.parent === server && row.command.includes('kill -INT'))?.pid

/** Returns the PIDs of a server's workers; an empty list if the server runs in a single process. */
export const findWorkers = (server: number): number[] =>
  list().flatMap((row) =>
    row.parent === server && !row.isDead && row.command.includes('main.ts') ? [row.pid] : [],
  )

/** Returns the PID of a PostgreSQL server's WAL writer; a replica has none. */
export const findWalWriter = (postmaster: number): number | undefined =>
  list().find((row) => row.parent === postmaster && row.command.includes('walwriter'))?.pid

export const findPostmaster = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

export const killProcesses = (...pids: (number | undefined)[]) => {
  for (const pid of pids) if (pid) process.kill(pid, 'SIGKILL')
}

/** Sends a signal to the processes among `pids` that are still running. */
export const signalProcesses = (name: NodeJS.Signals, pids: readonly number[]) => {
  for (const pid of filterRunningPids(pids)) process.kill(pid, name)
}

const list = (): Row[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state, ...command] = line.trim().split(/\s+/)
      return {
        pid: Number(pid),
        parent: Number(parent),
        isDead: state?.startsWith('Z') ?? true,
        command: command.join(' '),
      }
    })

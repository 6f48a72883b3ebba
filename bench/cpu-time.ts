import { existsSync, readFileSync } from 'node:fs'
import { listChildren } from './servers.ts'

/** The duration of one kernel tick, the unit of times in /proc, in milliseconds. */
export const TICK_MS = 10

/** Returns the CPU time that a process and its descendants have used so far, in milliseconds. */
export const readCpuTimeMs = (pid: number): number => {
  // A process that has exited since it was listed is counted by its parent.
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // The user and system times of the process itself, and of its children that have exited.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  return listChildren(pid).reduce((sum, child) => sum + readCpuTimeMs(child), own)
}

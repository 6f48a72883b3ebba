import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { attempt, encode, redraw, shrink, square } from './encode-picture.ts'
import { layOut } from './lay-out.ts'
import type { remux } from './remux-video.ts'

/*
 * The program of a process that reads strangers' files, which `draw.ts` starts: a decoder that crashes costs one file,
 * and whoever waits for a page comes first.
 */
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
// Hardly a picture is drawn twice.
sharp.cache(false)
// A signal to all of a terminal's processes: the site ends first what runs, and this one with it.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())

/** What reads videos is loaded by the first one. */
const remuxLazily: typeof remux = async (given) => (await import('./remux-video.ts')).remux(given)

const jobs = { attempt, encode, redraw, shrink, square, layOut, remux: remuxLazily }
export type Jobs = typeof jobs

const CHECK_INTERVAL_MS = 50
/** By the clock: on a machine whose processors are busy, a file is not to blame for taking long. */
const MAX_WAIT_MS = 10_000

/**
 * Runs one job, the only one at the time. Codecs cannot be interrupted, so the process ends itself once it has worked for
 * `maxMs`, whatever others take of the processor meanwhile.
 */
export const runJob = async <Name extends keyof Jobs>({
  name,
  input,
  maxMs,
}: {
  name: Name
  input: Parameters<Jobs[Name]>[0]
  maxMs: number
}): Promise<unknown> => {
  const [startedAt, usage] = [performance.now(), process.cpuUsage()]
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage)
    if ((user + system) / 1_000 >= maxMs) endAsTooSlow()
    else if (performance.now() - startedAt >= MAX_WAIT_MS) end()
  }, CHECK_INTERVAL_MS)
  try {
    return await (jobs[name] as (given: typeof input) => Promise<unknown>)(input)
  } finally {
    clearInterval(timer)
  }
}

const end = () => process.kill(process.pid, 'SIGKILL')

/** The site is told first, so that it does not take this for a crash. */
const endAsTooSlow = () => process.send?.({ isTooSlow: true }, end)

import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { unavailable } from '#core/failure.ts'
import type * as drawing from './drawing.ts'

type Drawing = Pick<typeof drawing, 'redraw' | 'shrink' | 'square' | 'layOut'>

/** Its memory is given back when nothing has been drawn for so long. */
const IDLE_MS = 30_000

let pool: Tinypool | undefined

/**
 * One of the functions of `drawing.ts`, in the process that draws. Throws 503 where that process is lost meanwhile:
 * one decoder that crashes takes what it was drawing with it, and nothing else.
 */
export const draw = async <Name extends keyof Drawing>(
  name: Name,
  what: Parameters<Drawing[Name]>[0],
): Promise<Awaited<ReturnType<Drawing[Name]>>> => {
  pool ??= open()
  try {
    return await pool.run(what, { name })
  } catch (error) {
    throw Object.assign(unavailable('The picture could not be read, please try again'), { cause: error })
  }
}

const open = (): Tinypool => {
  const opened = new Tinypool({
    filename: fileURLToPath(new URL('drawing.ts', import.meta.url)),
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 4,
    idleTimeout: IDLE_MS,
    execArgv: [],
    // Whoever takes over a decoder finds none of the site's secrets.
    env: pick(process.env, ['PATH', 'HOME', 'TMPDIR', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']),
  })
  // It ended while nobody waited for it; the next picture starts another.
  opened.on('error', () => {})
  return opened
}

const pick = (from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { compareTexts, type TextChange } from '#core/text-changes.ts'

/** Texts with at most this many UTF-16 code units in total are compared within about ten milliseconds. */
const MAX_LENGTH_HERE = 1_000
const IDLE_MS = 30_000

let pool: Tinypool | undefined

/**
 * Compares two texts like `compareTexts`, in a worker thread unless they are short: comparing long texts takes up to a
 * fifth of a second, during which this process could answer nobody. The number of callers at a time is limited by the
 * `expensive` declaration of their endpoints.
 */
export const compareTextsInWorker = async (before: string, after: string): Promise<TextChange[]> => {
  if (before.length + after.length <= MAX_LENGTH_HERE) return compareTexts(before, after)
  pool ??= new Tinypool({
    filename: fileURLToPath(new URL('compare-texts-entry.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
  })
  return (await pool.run({ before, after })) as TextChange[]
}

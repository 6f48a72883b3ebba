import { appendFileSync } from 'node:fs'

/** How often the fault tests repeat what they do to a site; `npm run trust` repeats it more often. */
export const ROUNDS = Number(process.env.TRUST_ROUNDS ?? 1)
/** Whether `npm run trust` runs the tests, which also waits for what takes longer than `npm test` should. */
export const isLong = process.env.TRUST_ROUNDS !== undefined
const FILE = process.env.TRUST_REPORT

/** One fault, and how long it took until the site worked again; or what a test has counted in the end. */
type Entry =
  | { name: string; part: string; backAfterMs: number }
  | { name: string; acknowledged: number; lost: number; wrong: number }

/** Appends a line to the report of `npm run trust`, from which it writes docs/TRUST.md. */
export const report = (entry: Entry): void => {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(entry)}\n`)
}

/** Runs `recover`, waits until `isBack`, and reports how long that took. */
export const timed = async (
  name: string,
  part: string,
  recover: () => Promise<unknown>,
  maxMs = 30_000,
): Promise<void> => {
  const startedAt = performance.now()
  await recover()
  const backAfterMs = Math.round(performance.now() - startedAt)
  if (backAfterMs > maxMs) throw new Error(`${part}: back after ${backAfterMs} ms`)
  report({ name, part, backAfterMs })
}

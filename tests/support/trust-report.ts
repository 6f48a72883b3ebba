import { appendFileSync } from 'node:fs'

/** How often the fault tests repeat each fault; `npm run trust` repeats them more often. */
export const FAULT_ROUNDS = Number(process.env.TRUST_ROUNDS ?? 1)
/**
 * True if the tests run as part of `npm run trust`, which also waits for events that take too long for `npm
 * test`.
 */
export const isTrustRun = process.env.TRUST_ROUNDS !== undefined
const FILE = process.env.TRUST_REPORT

/** A line of the report: either a fault and its recovery time, or a test's final counts. */
type Entry =
  | { name: string; part: string; backAfterMs: number }
  | { name: string; acknowledged: number; lost: number; wrong: number }

/** Appends a line to the report of `npm run trust`, which then generates docs/TRUST.md from it. */
export const appendTrustReport = (entry: Entry): void => {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(entry)}\n`)
}

/** Runs `recover` and reports how long it took. Throws if it took longer than `maxMs`. */
export const measureRecovery = async (
  name: string,
  part: string,
  recover: () => Promise<unknown>,
  maxMs = 30_000,
): Promise<void> => {
  const startedAt = performance.now()
  await recover()
  const backAfterMs = Math.round(performance.now() - startedAt)
  if (backAfterMs > maxMs) throw new Error(`${part}: back after ${backAfterMs} ms`)
  appendTrustReport({ name, part, backAfterMs })
}

import { appendFileSync, renameSync, statSync } from 'node:fs'

export type RotatingLog = { write(chunk: Buffer): void; lastLine(): string }

/** Opens a log file that is rotated at `maxBytes`; one old file is kept as `<file>.1`. Lines that cannot be written are lost. */
export const openRotatingLog = (file: string, maxBytes = 2_000_000): RotatingLog => {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let tail = ''
  return {
    write: (chunk) => {
      tail = (tail + chunk.toString()).slice(-2000)
      try {
        if (size + chunk.length > maxBytes) {
          if (size > 0) renameSync(file, `${file}.1`)
          size = 0
        }
        appendFileSync(file, chunk, { mode: 0o600 })
        size += chunk.length
      } catch {
        // The disk is full, for example. PostgreSQL and the site go on without these lines.
      }
    },
    lastLine: () => {
      const lines = tail.trim().split('\n')
      return (lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? '').trim()
    },
  }
}

const TERMINAL_INTERVAL_MS = 250
const LOG_INTERVAL_MS = 5_000
const WIDTH = 24

export type ProgressReporter = {
  startStep(step: string, totalBytes: number): void
  setBytes(bytes: number): void
  setRows(count: number): void
  finish(): void
}

type Output = { isTTY?: boolean; write(text: string): unknown }

/** Shows progress as a bar that updates in place in a terminal, or as a line every few seconds in a log. */
export const createProgressReporter = (output: Output, now: () => number = Date.now): ProgressReporter => {
  let step = ''
  let total = 1
  let bytes = 0
  let count = 0
  let startedAt = now()
  let lastUpdate = startedAt
  const update = () => {
    const time = now()
    if (time - lastUpdate < (output.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return
    lastUpdate = time
    const line = statusLine(step, bytes / total, count, (time - startedAt) / 1_000)
    output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }
  return {
    startStep: (name, totalBytes) => {
      step = name
      total = Math.max(totalBytes, 1)
      bytes = 0
      count = 0
      startedAt = now()
      lastUpdate = startedAt
    },
    setBytes: (done) => {
      bytes = done
      update()
    },
    setRows: (done) => {
      count = done
      update()
    },
    finish: () => {
      if (output.isTTY) output.write('\r\u001b[K')
    },
  }
}

const statusLine = (step: string, share: number, rows: number, seconds: number): string => {
  const filled = Math.min(WIDTH, Math.round(share * WIDTH))
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  const rate = seconds > 0 ? `, ${Math.round(rows / seconds)} a second` : ''
  return `${step} ${bar} ${Math.floor(share * 100)}%${rows ? `  ${rows} rows${rate}` : ''}`
}

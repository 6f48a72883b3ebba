const EVERY_MS = 250
const EVERY_MS_IN_LOG = 5_000
const WIDTH = 24

export type Progress = {
  begin(step: string, totalBytes: number): void
  read(bytes: number): void
  rows(count: number): void
  end(): void
}

type Output = { isTTY?: boolean; write(text: string): unknown }

/** A bar that redraws itself in a terminal, and a line every few seconds in a log. */
export const showProgress = (output: Output, now: () => number = Date.now): Progress => {
  let step = ''
  let total = 1
  let bytes = 0
  let count = 0
  let began = now()
  let drawn = began
  const draw = () => {
    const at = now()
    if (at - drawn < (output.isTTY ? EVERY_MS : EVERY_MS_IN_LOG)) return
    drawn = at
    const line = statusLine(step, bytes / total, count, (at - began) / 1_000)
    output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }
  return {
    begin: (name, totalBytes) => {
      step = name
      total = Math.max(totalBytes, 1)
      bytes = 0
      count = 0
      began = now()
      drawn = began
    },
    read: (done) => {
      bytes = done
      draw()
    },
    rows: (done) => {
      count = done
      draw()
    },
    end: () => {
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

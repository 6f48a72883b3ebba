import { describe, expect, test } from 'vitest'
import { describeImportSummary } from '#use-cases/import-file.ts'
import { createProgressReporter } from './progress.ts'

const output = (
  isTTY: boolean,
  run: (progress: ReturnType<typeof createProgressReporter>, wait: (ms: number) => void) => void,
) => {
  const texts: string[] = []
  let clock = 0
  const stream = { isTTY, write: (more: string) => void texts.push(more) }
  run(
    createProgressReporter(stream, () => clock),
    (ms) => {
      clock += ms
    },
  )
  return texts.join('')
}

describe('Progress', () => {
  test('updates one line in a terminal and erases it at the end', () => {
    const text = output(true, (progress, wait) => {
      progress.startStep('Importing', 200)
      wait(1_000)
      progress.setBytes(100)
      wait(1_000)
      progress.setRows(500)
      progress.finish()
    })
    expect(text).toContain('50%')
    expect(text).toContain('500 rows, 250 a second')
    expect(text).not.toContain('\n')
    expect(text.endsWith('\r\u001b[K')).toBe(true)
  })

  test('writes a line every few seconds to a log', () => {
    const text = output(false, (progress, wait) => {
      progress.startStep('Importing', 200)
      for (let bytes = 0; bytes < 200; bytes += 10) {
        wait(1_000)
        progress.setBytes(bytes)
      }
    })
    expect(text.split('\n').filter(Boolean)).toHaveLength(4)
  })
})

test('lists bad rows in the summary and says how many more there are', () => {
  const summary = {
    rows: 9,
    added: 3,
    skipped: 2,
    badRows: 4,
    bad: [{ line: 7, problem: 'act is required' }],
  }
  expect(describeImportSummary({ ...summary, isStopped: false }, false)).toBe(
    '9 rows read: 3 added, 2 already there, 4 bad\n  line 7: act is required\n  and 3 more\n',
  )
})

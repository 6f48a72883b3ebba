import { expect, it } from 'vitest'
import { createLineTracker } from './read-csv.ts'

it('returns the line of every record of a long file while it is fed in chunks', () => {
  const lines = createLineTracker()
  const text = Buffer.from('two\n\n'.repeat(25_000))
  const wrong: number[] = []
  for (let from = 0; from < text.length; from += 1_000) {
    lines.feed(text.subarray(from, from + 1_000))
    const records = Math.floor(Math.min(from + 1_000, text.length) / 5)
    for (let n = from / 5; n < records; n += 1) if (lines.lineFrom(n * 5) !== n * 2 + 1) wrong.push(n)
  }
  expect(wrong).toEqual([])
  expect(lines.lineFrom(text.length)).toBe(50_001)
})

it('returns the lines after the whole file has been fed', () => {
  const lines = createLineTracker()
  lines.feed(Buffer.from('two\n\n'.repeat(25_000)))
  const records = [0, 10_001, 10_002, 24_999]
  expect(records.map((n) => lines.lineFrom(n * 5))).toEqual(records.map((n) => n * 2 + 1))
})

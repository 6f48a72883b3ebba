import { expect, test } from 'vitest'
import { formatChartDay, getAxisTicks } from './DailyChart.tsx'

test('formats a UTC day in the reader’s language, in any time zone', () => {
  expect(formatChartDay('2026-11-22', 'en-US')).toBe('Nov 22')
  expect(formatChartDay('2026-01-01', 'en-GB')).toBe('1 Jan')
  expect(formatChartDay('2026-03-05', 'de')).toBe('5. März')
  expect(formatChartDay('', 'en')).toBe('')
})

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [40, [0, 10, 20, 30, 40]],
  [507, [0, 200, 400, 600]],
  [12_345, [0, 5_000, 10_000, 15_000]],
])('divides an axis up to %i by round numbers', (peak, ticks) => {
  expect(getAxisTicks(peak)).toEqual(ticks)
})

test('never has more than five labels on an axis, nor fractions', () => {
  for (let peak = 0; peak < 3_000; peak += 1) {
    const ticks = getAxisTicks(peak)
    expect([peak, ticks.length <= 5, ticks.every(Number.isInteger), (ticks.at(-1) ?? 0) >= peak]).toEqual([
      peak,
      true,
      true,
      true,
    ])
  }
})

import { expect, test } from 'vitest'
import { formatChartDay } from './DailyChart.tsx'

test('formats a UTC day in the reader’s language, in any time zone', () => {
  expect(formatChartDay('2026-11-22', 'en-US')).toBe('Nov 22')
  expect(formatChartDay('2026-01-01', 'en-GB')).toBe('1 Jan')
  expect(formatChartDay('2026-03-05', 'de')).toBe('5. März')
  expect(formatChartDay('', 'en')).toBe('')
})

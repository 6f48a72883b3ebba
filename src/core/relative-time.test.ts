import { expect, it } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const now = Date.UTC(2026, 0, 1)

it.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, 'yesterday'],
  [6 * 86_400, '6 days ago'],
  [7 * 86_400, 'last week'],
  [29 * 86_400, '4 weeks ago'],
  [30 * 86_400, 'last month'],
  [364 * 86_400, '12 months ago'],
  [365 * 86_400, 'last year'],
  [-3_600, 'in 1 hour'],
])('formats %i seconds ago as "%s"', (seconds, expected) => {
  expect(formatRelativeTime(new Date(now - seconds * 1_000), now)).toBe(expected)
})

it('uses the given locale', () => {
  expect(formatRelativeTime(new Date(now - 7_200_000), now, 'de')).toBe('vor 2 Stunden')
})

import { expect, it } from 'vitest'
import { formatDateTimeLocal, getTomorrowMorning, parseDateTimeLocal } from './local-time.ts'

it.each([new Date(2026, 0, 31, 23, 59), new Date(2026, 6, 1, 0, 0)])(
  'converts %s to an input and back',
  (date) => {
    expect(parseDateTimeLocal(formatDateTimeLocal(date))).toEqual(date)
  },
)

it('writes the time of the browser', () => {
  expect(formatDateTimeLocal(new Date(2026, 4, 1, 9, 5))).toBe('2026-05-01T09:05')
  expect(parseDateTimeLocal('')).toBeNull()
})

it('suggests the next morning, also at the end of a year', () => {
  expect(formatDateTimeLocal(getTomorrowMorning(new Date(2026, 11, 31, 22)))).toBe('2027-01-01T09:00')
})

import { expect, test } from 'vitest'
import { dayName } from './day-name.ts'

test('a day is told as people say it, in their language, and is the UTC day wherever they are', () => {
  expect(dayName('2026-11-22', 'en-US')).toBe('Nov 22')
  expect(dayName('2026-01-01', 'en-GB')).toBe('1 Jan')
  expect(dayName('2026-03-05', 'de')).toBe('5. März')
  expect(dayName('', 'en')).toBe('')
})

import { expect, test } from 'vitest'
import { getSupportedLocale } from './browser-locale.ts'

test.each([
  ['de-CH', 'de-CH'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
  ['en-US@posix', 'en-US'],
  ['de_CH.UTF-8', 'de-CH'],
])('if the browser reports the language %j, formats texts as in %s', (reported, used) => {
  expect(getSupportedLocale(reported)).toBe(used)
  expect(() => new Date(0).toLocaleString(used, { dateStyle: 'long' })).not.toThrow()
})

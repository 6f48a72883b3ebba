import { expect, it } from 'vitest'
import { beginningOf, LONGEST_WHOLE } from './beginning-of.ts'

it('a comment of a thousand characters is shown whole, one of a thousand and one is not', () => {
  expect(beginningOf('x'.repeat(LONGEST_WHOLE))).toBeNull()
  expect(beginningOf('💡'.repeat(LONGEST_WHOLE))).toBeNull()
  expect(beginningOf('x'.repeat(LONGEST_WHOLE + 1))).toBe(`${'x'.repeat(800)} …`)
  expect(beginningOf('💡'.repeat(LONGEST_WHOLE + 1))).toBe(`${'💡'.repeat(800)} …`)
})

it('a long one is cut where a line ends, else where a word does', () => {
  const lines = `${'a '.repeat(300)}\n${'b '.repeat(400)}`
  expect(beginningOf(lines)).toBe(`${'a '.repeat(300).trimEnd()} …`)
  expect(beginningOf('word '.repeat(2_000))).toBe(`${'word '.repeat(160).trimEnd()} …`)
  // A line that ends early would leave hardly anything.
  expect(beginningOf(`Look:\n${'word '.repeat(2_000)}`)?.length).toBeGreaterThan(790)
})

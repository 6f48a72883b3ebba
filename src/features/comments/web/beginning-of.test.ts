import { expect, it } from 'vitest'
import { beginningOf, LONGEST_WHOLE } from './beginning-of.ts'

it('excerpts a comment only above a thousand characters', () => {
  expect(beginningOf('x'.repeat(LONGEST_WHOLE))).toBeNull()
  expect(beginningOf('💡'.repeat(LONGEST_WHOLE))).toBeNull()
  expect(beginningOf('x'.repeat(LONGEST_WHOLE + 1))).toBe(`${'x'.repeat(800)} …`)
  expect(beginningOf('💡'.repeat(LONGEST_WHOLE + 1))).toBe(`${'💡'.repeat(800)} …`)
})

it('cuts a long comment at the end of a line or else of a word', () => {
  const lines = `${'a '.repeat(300)}\n${'b '.repeat(400)}`
  expect(beginningOf(lines)).toBe(`${'a '.repeat(300).trimEnd()} …`)
  expect(beginningOf('word '.repeat(2_000))).toBe(`${'word '.repeat(160).trimEnd()} …`)
  // A line end near the beginning does not count: the excerpt would be too short.
  expect(beginningOf(`Look:\n${'word '.repeat(2_000)}`)?.length).toBeGreaterThan(790)
})

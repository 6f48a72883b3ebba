import { expect, it } from 'vitest'
import { getCommentExcerpt, MAX_UNTRUNCATED_LENGTH } from './excerpt.ts'

it('excerpts a comment only above a thousand characters', () => {
  expect(getCommentExcerpt('x'.repeat(MAX_UNTRUNCATED_LENGTH))).toBeNull()
  expect(getCommentExcerpt('💡'.repeat(MAX_UNTRUNCATED_LENGTH))).toBeNull()
  expect(getCommentExcerpt('x'.repeat(MAX_UNTRUNCATED_LENGTH + 1))).toBe(`${'x'.repeat(800)} …`)
  expect(getCommentExcerpt('💡'.repeat(MAX_UNTRUNCATED_LENGTH + 1))).toBe(`${'💡'.repeat(800)} …`)
})

it('cuts a long comment at the end of a line or else of a word', () => {
  const lines = `${'a '.repeat(300)}\n${'b '.repeat(400)}`
  expect(getCommentExcerpt(lines)).toBe(`${'a '.repeat(300).trimEnd()} …`)
  expect(getCommentExcerpt('word '.repeat(2_000))).toBe(`${'word '.repeat(160).trimEnd()} …`)
  // A line break near the beginning is ignored, because the excerpt would be too short.
  expect(getCommentExcerpt(`Look:\n${'word '.repeat(2_000)}`)?.length).toBeGreaterThan(790)
})

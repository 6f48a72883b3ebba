import { expect, it } from 'vitest'
import { isValidTag, normalizeTag } from './tags.ts'

it.each([
  ['Cover Letter', 'cover-letter'],
  ['  C++ / C# ', 'c-c'],
  ['#ＳＥＯ', 'seo'],
  ['Übersetzung', 'übersetzung'],
  ['写作', '写作'],
  ['हिन्दी', 'हिन्दी'],
  ['a\u202Eb\u200B', 'a-b'],
  ['%_"<script>', 'script'],
  ['🙂', ''],
])('normalizes %s to %s', (text, tag) => {
  expect(normalizeTag(text)).toBe(tag)
  expect(normalizeTag(tag)).toBe(tag)
})

it('recognizes only normalized tags of bounded length', () => {
  expect(['seo', 'cover-letter', 'x'.repeat(30)].every(isValidTag)).toBe(true)
  expect(['', 'SEO', 'a b', '-a', 'x'.repeat(31)].some(isValidTag)).toBe(false)
})

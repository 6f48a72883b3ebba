import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, truncateText, truncateWithEllipsis } from './text.ts'

test.each([
  ['a flag', '🇩🇪🇫🇷'],
  ['a family', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['a skin tone', '👍🏽👍🏽'],
  ['Hangul letters', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['Devanagari', 'नमस्ते'],
  ['a combining mark', 'e\u0301e\u0301'],
  ['a keycap', '1️⃣2️⃣'],
  ['CR LF', 'a\r\nb\r\n'],
])('cuts at whole grapheme clusters: %s', (_, text) => {
  const clusters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  const firstLength = countCharacters(clusters[0] ?? '')
  for (let max = firstLength; max <= countCharacters(text); max += 1) {
    const cut = truncateText(text, max)
    expect(countCharacters(cut)).toBeLessThanOrEqual(max)
    expect(clusters.map((_cluster, index) => clusters.slice(0, index + 1).join(''))).toContain(cut)
  }
})

test('never exceeds the limit, and cuts a cluster that is longer than the limit', () => {
  expect(truncateText(`e${'\u0301'.repeat(200)}`, 100)).toHaveLength(100)
  expect(truncateText('\ud800\ud800\ud800', 2)).toHaveLength(2)
  expect(truncateWithEllipsis('ab🇩🇪🇫🇷', 4)).toBe('ab…')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const cut = truncateText(text, max)
      expect(text.startsWith(cut)).toBe(true)
      expect(countCharacters(cut)).toBeLessThanOrEqual(max)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  capitalize,
  cleanText,
  countCharacters,
  truncateText,
  truncateWithEllipsis,
  withLineFeeds,
} from './text.ts'

test.each([
  ['a flag', '🇩🇪🇫🇷'],
  ['a family', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['a skin tone', '👍🏽👍🏽'],
  ['Hangul letters', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['Devanagari', 'नमस्ते'],
  ['a combining mark', 'e\u0301e\u0301'],
  ['a keycap', '1️⃣2️⃣'],
  ['CR LF', 'a\r\nb\r\n'],
  ['a number sign before its digits', 'a\u060012\u06003'],
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

test('stores text without control characters, lone surrogates and blanks around it', () => {
  expect(cleanText('  a\u0000b\tc\r\nd\u0007\u009f ')).toBe('ab\tc\r\nd')
  expect(cleanText('a\ud800')).toBe('a\ufffd')
  for (const blank of ['', ' \n', '\u200b\u2060', '\u2800', '\u3164', '\u0000'])
    expect(cleanText(blank)).toBe('')
})

test('counts code points', () => {
  expect(['', 'abc', '👍', '👩‍👧', '\ud800'].map(countCharacters)).toEqual([0, 3, 1, 3, 1])
})

test('cuts text at exactly the limit', () => {
  expect(['ab', 'abc', 'abcd'].map((text) => truncateText(text, 3))).toEqual(['ab', 'abc', 'abc'])
  expect(truncateText('👍👍', 1)).toBe('👍')
  expect(truncateText('\uffff\uffffa', 2)).toBe('\uffff\uffff')
  expect(['abc', 'abcd', 'ab cd', ' ab cd'].map((text) => truncateWithEllipsis(text, 4))).toEqual([
    'abc',
    'abcd',
    'ab…',
    ' ab…',
  ])
  expect(truncateWithEllipsis('👍👍👍', 3)).toBe('👍👍👍')
})

test('makes every end of a line a line feed', () => {
  expect(withLineFeeds('a\r\nb\rc\n\r\n\r\rd')).toBe('a\nb\nc\n\n\n\nd')
})

test('begins with a capital letter', () => {
  expect(['', 'a', 'an Émile', 'élan', '9 lives'].map(capitalize)).toEqual([
    '',
    'A',
    'An Émile',
    'Élan',
    '9 lives',
  ])
})

import { expect, it } from 'vitest'
import { buildWordPattern, normalizeWord } from './word-pattern.ts'

it.each([
  ['  Role   PLAY ', 'role play', String.raw`(?<!\w)role\s+play(?!\w)`],
  ['C++', 'c++', String.raw`(?<!\w)c\+\+(?!\w)`],
  ['(a|b)', '(a|b)', String.raw`(?<!\w)\(a\|b\)(?!\w)`],
  ['猫', '猫', '猫'],
  ['고양이', '고양이', '고양이'],
])('makes a pattern of %j that finds whole words, unless the script has none', (text, word, pattern) => {
  expect(normalizeWord(text)).toBe(word)
  expect(buildWordPattern(word)).toBe(pattern)
})

import { expect, it } from 'vitest'
import { containsAnyWord, containsUnnegatedWord, toNormalizedTokens } from './tokens.ts'

it('reduces a text to its words in lower case', () => {
  expect(toNormalizedTokens('  Don’t -- PANIC, 42 Äpfel!')).toBe(' don t panic 42 äpfel ')
})

it.each([
  ['fox', 'Fox in snow', true],
  ['fox', 'foxes', false],
  ['lo fi', 'a lo-fi beat', true],
  ['lo fi', 'lo and fi', false],
  ['illuminat*', 'an illuminated street', true],
  ['illuminat*', 'unilluminated', false],
  ['*音楽', '静かな音楽を', true],
  ['*音楽', '音', false],
])('looks for %j in %j', (word, text, isFound) => {
  expect(containsAnyWord(toNormalizedTokens(text), ['other', word])).toBe(isFound)
})

it.each([
  ['vocals', 'vocals', true],
  ['vocals', 'no vocals', false],
  ['vocals', `no vocals, ${'x'.repeat(80)}`, false],
  ['vocals', 'without lead or backing vocals', false],
  ['vocals', 'no drums and vocals', true],
  ['vocals', 'no vocals in the verse, vocals in the chorus', true],
  ['vocals', 'no vocalists', false],
  ['*音楽', '音楽', true],
  ['*音楽', 'no 音楽', true],
])('looks for %j in %j, unless it is negated', (word, text, isFound) => {
  expect(containsUnnegatedWord(toNormalizedTokens(text), ['other', word])).toBe(isFound)
})

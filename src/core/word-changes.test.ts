import { expect, it } from 'vitest'
import { countWordChanges } from './word-changes.ts'

it.each([
  ['no change', 'Write a poem.', 'Write a poem.', [0, 0]],
  ['an added word', 'Write a poem', 'Write a short poem', [1, 0]],
  ['a removed word', 'Write a short poem', 'Write a poem', [0, 1]],
  ['a replaced word', 'Use four inks', 'Use three inks', [1, 1]],
  ['a word that occurs once more', 'no no', 'no no no', [1, 0]],
  ['moved words', 'one two three', 'three one two', [0, 0]],
  ['other spaces', 'one  two', 'one\n\ttwo ', [0, 0]],
  ['a sign at a word', 'Write a poem', 'Write a poem!', [1, 1]],
  ['the beginning of a text', '', 'one two', [2, 0]],
  ['the end of a text', 'one two', '', [0, 2]],
  ['Chinese characters', '写一首诗', '写两首长诗', [2, 1]],
  ['Japanese characters after a Latin word', 'SFの詩', 'SFの短い詩', [2, 0]],
  ['Thai characters', 'กา', 'กาข', [1, 0]],
  ['Korean words', '시를 써', '긴 시를 써', [1, 0]],
  ['words that are names of properties', 'a', 'a __proto__ constructor', [2, 0]],
])('counts %s', (_, before, after, [added, removed]) => {
  expect(countWordChanges(before, after)).toEqual({ added, removed })
})

import { describe, expect, test } from 'vitest'
import {
  correctUnknownWords,
  editDistance,
  findCorrectableWords,
  findNearestWords,
  generateSpellingCandidates,
} from './correct-spelling.ts'

describe('Spelling', () => {
  test('counts a swapped pair of letters as one edit', () => {
    expect(editDistance('imgae', 'image')).toBe(1)
    expect(editDistance('promt', 'prompt')).toBe(1)
    expect(editDistance('', 'abc')).toBe(3)
  })

  test('suggests the nearest words, but none that differ too much', () => {
    expect(findNearestWords('imgae', ['imagine', 'image', 'mage'])).toEqual(['image'])
    expect(findNearestWords('wniter', ['writer', 'winter', 'wine'])).toEqual(['writer', 'winter'])
    expect(findNearestWords('xyzzy', ['image', 'lizzy'])).toEqual([])
  })

  test('completes a prefix of at least four letters', () => {
    expect(findNearestWords('devel', ['level', 'developer', 'development'])).toEqual([
      'developer',
      'development',
    ])
    expect(findNearestWords('sel', ['self', 'sell'])).toEqual(['self', 'sell'])
    expect(findNearestWords('dev', ['development'])).toEqual([])
  })

  test('replaces a letter of a short word only if another word is misspelled', () => {
    const meal = { typed: 'meal', candidates: ['real', 'mean'], posts: 0 }
    expect(generateSpellingCandidates('meal plan', [meal])).toEqual([])
    expect(correctUnknownWords('meal plan', [meal])).toBeNull()
    expect(
      generateSpellingCandidates('meal pln', [meal, { typed: 'pln', candidates: ['plan'], posts: 0 }]),
    ).toEqual(['real plan', 'mean plan'])
    expect(
      generateSpellingCandidates('codr', [{ typed: 'codr', candidates: ['code', 'cord'], posts: 0 }]),
    ).toEqual(['cord'])
  })

  test('does not correct excluded or short words', () => {
    expect(findCorrectableWords('an Imgae -ranin "phrse" or')).toEqual(['imgae', 'phrse'])
  })

  test('changes only the corrected words, and lists likelier corrections first', () => {
    const unknown = { typed: 'wniter', candidates: ['writer', 'winter'], posts: 0 }
    const rare = { typed: 'promt', candidates: ['prompt'], posts: 1 }
    expect(generateSpellingCandidates('"An Wniter" -wniter x', [unknown])).toEqual([
      '"An writer" -wniter x',
      '"An winter" -wniter x',
    ])
    expect(generateSpellingCandidates('promt code wniter', [rare, unknown])).toEqual([
      'promt code writer',
      'promt code winter',
      'prompt code writer',
    ])
    expect(generateSpellingCandidates('promt code', [rare])).toEqual(['prompt code'])
    expect(generateSpellingCandidates('fine', [])).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { changesBetween, correctableWords, correctText, nearestWord } from './correct-spelling.ts'

describe('Spelling', () => {
  test('a swapped pair of letters is one change', () => {
    expect(changesBetween('imgae', 'image')).toBe(1)
    expect(changesBetween('promt', 'prompt')).toBe(1)
    expect(changesBetween('', 'abc')).toBe(3)
  })

  test('the nearest word is taken, and none that is too far away', () => {
    expect(nearestWord('imgae', ['imagine', 'image', 'mage'])).toBe('image')
    expect(nearestWord('xyzzy', ['image', 'lizzy'])).toBeNull()
  })

  test('excluded words and short ones are not corrected', () => {
    expect(correctableWords('an Imgae -ranin "phrse" or')).toEqual(['imgae', 'phrse'])
  })

  test('only the corrected words change', () => {
    const corrections = new Map([['imgae', 'image']])
    expect(correctText('"An Imgae" -imgae x', corrections)).toBe('"An image" -imgae x')
    expect(correctText('fine', corrections)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { changesBetween, correctableWords, correctedTexts, nearestWords } from './correct-spelling.ts'

describe('Spelling', () => {
  test('a swapped pair of letters is one change', () => {
    expect(changesBetween('imgae', 'image')).toBe(1)
    expect(changesBetween('promt', 'prompt')).toBe(1)
    expect(changesBetween('', 'abc')).toBe(3)
  })

  test('the nearest words are taken, and none that is too far away', () => {
    expect(nearestWords('imgae', ['imagine', 'image', 'mage'])).toEqual(['image'])
    expect(nearestWords('wniter', ['writer', 'winter', 'wine'])).toEqual(['writer', 'winter'])
    expect(nearestWords('xyzzy', ['image', 'lizzy'])).toEqual([])
  })

  test('a beginning of four letters stands for the words that begin so', () => {
    expect(nearestWords('devel', ['level', 'developer', 'development'])).toEqual(['developer', 'development'])
    expect(nearestWords('sel', ['self', 'sell'])).toEqual(['self', 'sell'])
    expect(nearestWords('dev', ['development'])).toEqual([])
  })

  test('excluded words and short ones are not corrected', () => {
    expect(correctableWords('an Imgae -ranin "phrse" or')).toEqual(['imgae', 'phrse'])
  })

  test('only the corrected words change, and likelier texts come first', () => {
    const unknown = { typed: 'wniter', alike: ['writer', 'winter'], posts: 0 }
    const rare = { typed: 'promt', alike: ['prompt'], posts: 1 }
    const frequent = { typed: 'code', alike: ['mode'], posts: 4 }
    expect(correctedTexts('"An Wniter" -wniter x', [unknown])).toEqual([
      '"An writer" -wniter x',
      '"An winter" -wniter x',
    ])
    expect(correctedTexts('promt code wniter', [rare, frequent, unknown])).toEqual([
      'promt code writer',
      'promt code winter',
      'prompt code writer',
    ])
    expect(correctedTexts('promt code', [rare, frequent])).toEqual(['prompt code'])
    expect(correctedTexts('fine', [])).toEqual([])
  })
})

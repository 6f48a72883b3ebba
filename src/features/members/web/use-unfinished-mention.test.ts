import { describe, expect, it } from 'vitest'
import { findUnfinishedMention } from './use-unfinished-mention.ts'

const at = (text: string) => findUnfinishedMention(text, text.length)

describe('findUnfinishedMention', () => {
  it('finds what is typed after an @ up to the cursor', () => {
    expect(at('Hi @ab')).toEqual({ start: 3, prefix: 'ab' })
    expect(at('@')).toEqual({ start: 0, prefix: '' })
    expect(at(`(@${'a'.repeat(20)}`)).toEqual({ start: 1, prefix: 'a'.repeat(20) })
    expect(findUnfinishedMention('@abc def', 3)).toEqual({ start: 0, prefix: 'ab' })
  })

  it.each([
    '',
    'ab',
    'mail@ab',
    'a.b/@ab',
    '@ab ',
    '@a_b',
    '@@ab',
    `@${'a'.repeat(21)}`,
    `x@${'a'.repeat(20)}`,
  ])('finds nothing in "%s"', (text) => {
    expect(at(text)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'
import { limits } from './limits.ts'
import { findMentionedUsernames, findMentions } from './mentions.ts'

const namesIn = (text: string) => findMentions(text).map(({ name }) => name)

describe('findMentions', () => {
  it('finds names of 3 to 20 letters and digits with their positions', () => {
    expect(findMentions('@Ada and (@Grace1), @abc')).toEqual([
      { index: 0, name: 'Ada' },
      { index: 10, name: 'Grace1' },
      { index: 20, name: 'abc' },
    ])
    expect(namesIn(`@ab @${'a'.repeat(21)} @${'a'.repeat(20)}`)).toEqual(['a'.repeat(20)])
  })

  it.each([
    'ada@grace.org',
    'x@grace',
    'é@grace',
    'e\u0301@grace',
    '@@grace',
    'example.org/@grace',
    'a.@grace',
    'a_@grace',
    'a-@grace',
    '@grace@example.org',
    '@grace/package',
    '@grace_hopper',
    '@grace-hopper',
    '@graceé',
  ])('finds no mention in %s', (text) => {
    expect(namesIn(text)).toEqual([])
  })

  it.each([
    '@grace.',
    '@grace,',
    '@grace!',
    '*@grace*',
    '“@grace”',
    '(@grace)',
    '(@grace.com)',
    '@grace - hello',
    '\n@grace',
    '你@ 好 @grace',
  ])('finds the mention in %s', (text) => {
    expect(namesIn(text)).toEqual(['grace'])
  })

  it.each([
    '@graceさん',
    '@grace你好',
    '@grace님',
    '田中@grace さん',
    'ש@grace',
    '@graceש',
    'привет@grace',
    'नमस्ते@grace',
    'สวัสดี@graceครับ',
    'か\u3099@grace',
    'ユーザー@grace、',
    '@grace-さん',
    '你好@grace。',
  ])('finds the mention beside text of another script in %s', (text) => {
    expect(namesIn(text)).toEqual(['grace'])
  })

  it.each(['用户@grace.com', 'почта@grace.рф', 'почта@grace-mail.ru', '例え/@grace', '@grace１', 'ａ@grace'])(
    'finds no mention in the address or name %s',
    (text) => {
      expect(namesIn(text)).toEqual([])
    },
  )

  it('finds valid names only, each where it says, in any text', () => {
    const text = fc
      .array(fc.constantFrom('@', 'a', 'Bo9', '_', '-', '.', '/', ' ', 'é', '\u0301', '😀', '`'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (written) => {
        let end = 0
        for (const { index, name } of findMentions(written)) {
          expect(name).toMatch(/^[A-Za-z0-9]{3,20}$/)
          expect(written.slice(index, index + 1 + name.length)).toBe(`@${name}`)
          expect(index).toBeGreaterThanOrEqual(end)
          expect(written[index - 1] ?? ' ').not.toMatch(/[A-Za-z0-9@/._-]/)
          end = index + 1 + name.length
        }
      }),
    )
  })

  it('finds a name between any characters that belong to no name', () => {
    const between = fc.constantFrom('', ' ', '(', ')', ',', '\n', '*', '😀', '“')
    const name = fc.stringMatching(/^[A-Za-z0-9]{3,20}$/)
    fc.assert(
      fc.property(between, name, between, (before, written, after) => {
        expect(namesIn(`${before}@${written}${after}`)).toEqual([written])
      }),
    )
  })
})

describe('findMentionedUsernames', () => {
  it('lists names in lower case, once each, in the order of the text', () => {
    expect(findMentionedUsernames('@Grace, then **@ada** and\n> @GRACE\n\n- _@Bob_')).toEqual([
      'grace',
      'ada',
      'bob',
    ])
  })

  it.each([
    ['a code span', 'Use `@grace`'],
    ['a code block', '```\n@grace\n```'],
    ['the text of a link', '[@grace](https://example.org)'],
    ['an address', 'https://example.org/@grace and https://example.org/?to=@grace'],
  ])('leaves out %s', (_, text) => {
    expect(findMentionedUsernames(text)).toEqual([])
  })

  it('finds names in headings, lists, quotes and emphasis, once each', () => {
    expect(findMentionedUsernames('# @anna\n\n- **@ben** @Anna\n\n> *@carl*')).toEqual([
      'anna',
      'ben',
      'carl',
    ])
    expect(findMentionedUsernames('No name here, and `@dora` is code')).toEqual([])
  })

  it('stops at the limit of names to look for', () => {
    const text = Array.from({ length: 200 }, (_, n) => `@name${n}`).join(' ')
    expect(findMentionedUsernames(text)).toHaveLength(limits.mentionCandidates)
  })

  it('takes linear time', () => {
    for (const piece of ['@', '@a', '@abc', '@abc-', '@abc@', ' @abcdefghijklmnopqrst', '`@abc', '[@abc'])
      expectLinearTime((size) => findMentionedUsernames(piece.repeat(size)), 1_250)
  })
})

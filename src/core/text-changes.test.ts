import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'
import { compareTexts, type TextChange } from './text-changes.ts'

const notation = { same: '', removed: '-', added: '+' } as const
const write = (changes: TextChange[]) =>
  changes.map(({ text, change }) => (change === 'same' ? text : `[${notation[change]}${text}]`)).join('')
const compare = (before: string, after: string) => write(compareTexts(before, after))

const sideOf = (changes: TextChange[], other: 'added' | 'removed') =>
  changes.map(({ text, change }) => (change === other ? '' : text)).join('')

describe('comparing two texts', () => {
  it('marks the words that differ', () => {
    expect(compare('Write a short poem about rain.', 'Write a long poem about rain.')).toBe(
      'Write a [-short][+long] poem about rain.',
    )
  })

  it('joins neighbouring changes with the space between them', () => {
    expect(compare('Act as a kind old teacher of French.', 'Act as a strict new teacher of French.')).toBe(
      'Act as a [-kind old][+strict new] teacher of French.',
    )
  })

  it('leaves the words and the spaces as they are that changes do not touch', () => {
    expect(compare('one of these words two', 'uno of these words due')).toBe(
      '[-one][+uno] of these words [-two][+due]',
    )
    expect(compare('see old  red hats here', 'see new  big hats here')).toBe(
      'see [-old  red][+new  big] hats here',
    )
    expect(compare(' one of two', ' uno of two')).toBe(' [-one][+uno] of two')
    expect(compare('one of two ', 'one of due ')).toBe('one of [-two][+due] ')
  })

  it('has one piece for what is the same at the end of a line and below', () => {
    expect(compareTexts('one two\nthree', 'one too\nthree')).toEqual([
      { text: 'one ', change: 'same' },
      { text: 'two', change: 'removed' },
      { text: 'too', change: 'added' },
      { text: '\nthree', change: 'same' },
    ])
  })

  it('ignores different line ends', () => {
    expect(compare('One\r\ntwo\rthree', 'One\ntwo\nthree')).toBe('One\ntwo\nthree')
    expect(compare('One\r\ntwo\r\nthree', 'One\ntwo\nfour')).toBe('One\ntwo\n[-three][+four]')
  })

  it('keeps lines that did not change', () => {
    expect(
      compare('Rules:\n- be brief\n- be kind\n', 'Rules:\n- be brief\n- cite sources\n- be kind\n'),
    ).toBe('Rules:\n- be brief\n[+- cite sources\n]- be kind\n')
  })

  it('shows a rewritten paragraph as replaced, and its neighbours as they were', () => {
    const before =
      'Keep this.\nYou are a travel guide. Name the three best places to eat in a town.\nAnd this.'
    const after =
      'Keep this.\nList restaurants worth a detour, with prices, for a weekend in the mountains.\nAnd this.'
    expect(compare(before, after)).toBe(
      'Keep this.\n[-You are a travel guide. Name the three best places to eat in a town.\n]' +
        '[+List restaurants worth a detour, with prices, for a weekend in the mountains.\n]And this.',
    )
  })

  it('shows words that were only added, however many there are', () => {
    expect(
      compare('Write a poem.', 'You are a poet of the sea and of its people. Write a poem. Use four lines.'),
    ).toBe('[+You are a poet of the sea and of its people. ]Write a poem.[+ Use four lines.]')
  })

  it('compares scripts without spaces', () => {
    expect(compare('请写一首关于春天雨水的短诗', '请写一首关于秋天雨水的短诗')).toContain('写一首关于')
  })

  it.each([
    ['equal texts', 'Same', 'Same', 'Same'],
    ['a new text', '', 'New', '[+New]'],
    ['a text that was deleted', 'Old', '', '[-Old]'],
    ['no text', '', '', ''],
  ])('handles %s', (_, before, after, expected) => {
    expect(compare(before, after)).toBe(expected)
  })

  it('always contains both texts, whatever they are', () => {
    const source = readFileSync(new URL(import.meta.url), 'utf8')
    const texts = [
      source,
      source.replace(/e/g, 'ee'),
      source.toUpperCase(),
      source.slice(500),
      '\n\n a\n',
      '',
    ]
    for (const before of texts)
      for (const after of texts) {
        const changes = compareTexts(before, after)
        expect(sideOf(changes, 'added')).toBe(before)
        expect(sideOf(changes, 'removed')).toBe(after)
      }
  })

  it('compares long prompts in linear time, however much they differ', () => {
    const line = (index: number) => `${(index * 7919) % 9973} words of line ${index} ${index % 13}\n`
    const long = (offset: number, size: number) =>
      Array.from({ length: 7_000 }, (_, index) => line(index + offset))
        .join('')
        .slice(0, size)
    const oneLine = (offset: number, size: number) => long(offset, size).replaceAll('\n', ' ')
    for (const textsOf of [
      (size: number) => [long(0, size), long(100_000, size)] as const,
      (size: number) => [oneLine(0, size), oneLine(100_000, size)] as const,
      (size: number) => [long(0, size), long(3, size)] as const,
    ])
      expectLinearTime((size) => compareTexts(...textsOf(size)), 50_000)
  })
})

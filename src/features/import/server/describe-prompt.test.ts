import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describePrompt } from './describe-prompt.ts'

describe('A description made from a prompt', () => {
  test('is its first sentences', () => {
    expect(describePrompt(`Act as a gardener. ${'More and more words. '.repeat(20)}`, 'T')).toMatch(
      /^Act as a gardener\. More and more words\./,
    )
    expect(describePrompt('I want you to act as a guide.', 'T')).toBe('Act as a guide.')
  })

  test('ends with a whole word when no sentence ends in time', () => {
    const made = describePrompt('unbroken '.repeat(40), 'T')
    expect(made).toMatch(/^Unbroken( unbroken)+…$/)
  })

  test('leaves markup and placeholders’ syntax out', () => {
    expect(describePrompt(`# **Role**: a \${position:Software Developer} who codes`, 'T')).toBe(
      'Role: a Software Developer who codes',
    )
  })

  test('names the title when the prompt has no words to offer', () => {
    expect(describePrompt('{"a": 1}', 'Data')).toBe('A structured prompt for “Data”.')
    expect(describePrompt('***', 'Stars')).toBe('A prompt for “Stars”.')
  })

  test('shows nothing that a visitor may not read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 150, maxLength: 400 }),
        fc.string(),
        (shown, hidden) => {
          const visible = [...shown].slice(0, 150).join('')
          fc.pre([...visible].length === 150)
          expect(describePrompt(`${visible}x${hidden}`, 'T')).toBe(describePrompt(`${visible}y`, 'T'))
        },
      ),
    )
  })
})

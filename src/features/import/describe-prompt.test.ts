import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatePromptDescription } from './describe-prompt.ts'

describe('A description generated from a prompt', () => {
  test('consists of its first sentences', () => {
    expect(
      generatePromptDescription(`Act as a gardener. ${'More and more words. '.repeat(20)}`, 'T'),
    ).toMatch(/^Act as a gardener\. More and more words\./)
    expect(generatePromptDescription('I want you to act as a guide.', 'T')).toBe('Act as a guide.')
  })

  test('ends with a whole word if no sentence ends in time', () => {
    const description = generatePromptDescription('unbroken '.repeat(40), 'T')
    expect(description).toMatch(/^Unbroken( unbroken)+…$/)
  })

  test('contains no markup or syntax of blanks', () => {
    expect(generatePromptDescription(`# **Role**: a \${position:Software Developer} who codes`, 'T')).toBe(
      'Role: a Software Developer who codes',
    )
  })

  test('uses the title if the prompt has no usable words', () => {
    expect(generatePromptDescription('{"a": 1}', 'Data')).toBe('A structured prompt for “Data”.')
    expect(generatePromptDescription('***', 'Stars')).toBe('A prompt for “Stars”.')
  })

  test('contains nothing that a visitor cannot read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 150, maxLength: 400 }),
        fc.string(),
        (shown, hidden) => {
          const visible = [...shown].slice(0, 150).join('')
          fc.pre([...visible].length === 150)
          expect(generatePromptDescription(`${visible}x${hidden}`, 'T')).toBe(
            generatePromptDescription(`${visible}y`, 'T'),
          )
        },
      ),
    )
  })
})

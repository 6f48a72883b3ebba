import { describe, expect, it } from 'vitest'
import { appendJsonKeys, formatBlankWithValue, hasBlank, renderPrompt } from './prompt-layout.ts'
import { englishPhrases } from './prompt-phrases.ts'
import { splitIntoSections } from './sections.ts'

const added = { context: '- c', requirements: '- r', output: '- o' }

const render = (text: string, opening = '') =>
  renderPrompt({ opening, own: splitIntoSections(text), added, phrases: englishPhrases, useXmlTags: false })

describe('A prompt in sections', () => {
  it.each([
    ['Explain soap.', '## Task\nExplain soap.\n\n## Context\n- c\n\n## Requirements\n- r\n\n## Output\n- o'],
    [
      'Explain soap. Never lie. Answer in a table. My first question is lye.',
      '## Task\nExplain soap.\n\n## Context\n- c\n\n## Requirements\n- Never lie.\n- r\n\n## Output\n- Answer in a table.\n- o\n\n## Input\nMy first question is lye.',
    ],
    [
      'Explain soap. Answer in a table. Never lie.',
      '## Task\nExplain soap.\n\n## Context\n- c\n\n## Output\n- Answer in a table.\n- o\n\n## Requirements\n- Never lie.\n- r',
    ],
    [
      'You are Al. Answer in a table. Explain soap. My first question is lye.',
      'You are Al.\n\n## Output\n- Answer in a table.\n- o\n\n## Task\nExplain soap.\n\n## Context\n- c\n\n## Requirements\n- r\n\n## Input\nMy first question is lye.',
    ],
    [
      'You are Al. Answer in a table. Never lie. Explain soap.',
      'You are Al.\n\n## Output\n- Answer in a table.\n- o\n\n## Requirements\n- Never lie.\n- r\n\n## Task\nExplain soap.\n\n## Context\n- c',
    ],
  ])('keeps the order of %j, with the additions below and between', (text, result) => {
    expect(render(text)).toBe(result)
  })

  it('begins with the role that the author gives, or else with the added one', () => {
    expect(render('Explain soap.', 'You are kind.')).toMatch(/^You are kind\.\n\n## Task\n/)
    expect(render('You are Al. Explain soap.', 'You are kind.')).toMatch(/^You are Al\.\n\n## Task\n/)
  })

  it('is in tags for models that prefer them', () => {
    const own = splitIntoSections('Explain soap.')
    expect(
      renderPrompt({
        opening: 'You are kind.',
        own,
        added: { output: '- o' },
        phrases: englishPhrases,
        useXmlTags: true,
      }),
    ).toBe('<role>\nYou are kind.\n</role>\n\n<task>\nExplain soap.\n</task>\n\n<output>\n- o\n</output>')
  })
})

describe("A prompt in its author's layout", () => {
  it.each([
    ['# A\n# B', false, 'You are kind.', '- m', 'You are kind.\n\n# A\n# B\n\n## Further details\n- m'],
    [
      '# A\n# B',
      true,
      'You are kind.',
      '- m',
      '<role>\nYou are kind.\n</role>\n\n# A\n# B\n\n<details>\n- m\n</details>',
    ],
    [
      '<goal>A</goal>',
      false,
      'You are kind.',
      '- m',
      '<role>\nYou are kind.\n</role>\n\n<goal>A</goal>\n\n<details>\n- m\n</details>',
    ],
    ['# A\n# B', true, '', '', '# A\n# B'],
    ['# A\n# B', false, '', undefined, '# A\n# B'],
  ])(
    '%j keeps it, with tags if it has tags or its model prefers them (%j)',
    (text, useXmlTags, opening, more, result) => {
      expect(renderPrompt({ opening, text, added: { more }, phrases: englishPhrases, useXmlTags })).toBe(
        result,
      )
    },
  )
})

it('adds keys to JSON unless it has them', () => {
  expect(
    appendJsonKeys('{\n  "a": 1 \n}\n', [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'z'],
    ]),
  ).toBe('{\n  "a": 1,\n  "b": "y",\n  "c": "z"\n}')
  expect(appendJsonKeys('{"a": 1 }', [['a', 'x']])).toBe('{"a": 1 }')
})

it('writes the default value of a blank in one line, without braces', () => {
  expect(formatBlankWithValue('name', 'a {b}\nc')).toBe(`\${name:a  b  c}`)
})

it.each([
  [`\${tone}`, true],
  [`\${tone:kind}`, true],
  [`\${tones}`, false],
  ['tone', false],
])('finds in %j whether the blank exists', (text, exists) => {
  expect(hasBlank(text, 'tone')).toBe(exists)
})

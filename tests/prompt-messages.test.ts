import { getDistinctBlanks } from '@prompt-collection/prompt-blanks'
import {
  fillMessages,
  groupByRole,
  parseMessages,
  writeMessages,
} from '@prompt-collection/prompt-blanks/messages'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { type MessageRole, splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'

const messages = { form: 'messages' } as const
const [system, user, model] = ['system', 'user', 'model'].map((role) => `{{role "${role}"}}`)
const TEXT = `${system}\nYou are ${'${who:a poet}'}.\n\n${user}\nWrite about {{what}} as ${'${who}'}.\n\n${model}\nGladly.`

describe('messages', () => {
  it('begin with a line that names their role', () => {
    expect(parseMessages(TEXT)).toEqual([
      { role: 'system', content: 'You are ${who:a poet}.' },
      { role: 'user', content: 'Write about {{what}} as ${who}.' },
      { role: 'assistant', content: 'Gladly.' },
    ])
  })

  it.each<[string, string, [MessageRole, string][]]>([
    ['no marker', 'Hello', [['user', 'Hello']]],
    [
      'text before the first marker',
      `Hello\n${system}\nBe brief`,
      [
        ['user', 'Hello'],
        ['system', 'Be brief'],
      ],
    ],
    ['empty lines before the first marker', `\n \n${system}\nBe brief`, [['system', 'Be brief']]],
    ['an unknown role', `${user}\n{{role "tool"}}\nx`, [['user', '{{role "tool"}}\nx']]],
    ['a role in capitals', `${user}\n{{role "User"}}`, [['user', '{{role "User"}}']]],
    ['a marker within a line', `${user}\nsay ${system} x`, [['user', `say ${system} x`]]],
    [
      'text on the line of the marker',
      `${system} Be brief\n  ${user}Hi`,
      [
        ['system', 'Be brief'],
        ['user', 'Hi'],
      ],
    ],
    ['an empty message', `${system}\n\n${user}\nHi\n${model}\n`, [['user', 'Hi']]],
    ['no message at all', `${system}\n${user}`, []],
    [
      'a marker in a code block',
      `${user}\n\`\`\`\n${system}\n\`\`\``,
      [
        ['user', '```'],
        ['system', '```'],
      ],
    ],
    ['an escaped marker', `${user}\n\\${system}\nx`, [['user', `${system}\nx`]]],
    ['a marker that is escaped twice', `${user}\n\\\\${system}`, [['user', `\\${system}`]]],
    [
      'the same role twice',
      `${user}\na\n${user}\nb`,
      [
        ['user', 'a'],
        ['user', 'b'],
      ],
    ],
    [
      'line ends of Windows',
      `${system}\r\nA\r\nB\r\n\r\n${user}\r\nC`,
      [
        ['system', 'A\r\nB'],
        ['user', 'C'],
      ],
    ],
  ])('can have %s', (_, text, expected) => {
    expect(parseMessages(text)).toEqual(expected.map(([role, content]) => ({ role, content })))
  })

  it('keep everything when they are written and read again', () => {
    const piece = fc.oneof(
      fc.constantFrom(system, user, model, '\\', '{{role "', '```', '\n', '  ', '${a:b}', '{{b}}', '{'),
      fc.string(),
    )
    const message = fc.record({
      role: fc.constantFrom<MessageRole>('system', 'user', 'assistant'),
      content: fc
        .array(piece, { maxLength: 8 })
        .map((pieces) => `x${pieces.join('')}`.trimEnd().replace(/\r/g, '')),
    })
    fc.assert(
      fc.property(fc.array(message), (written) => {
        expect(parseMessages(writeMessages(written))).toEqual(written)
      }),
    )
  })

  it('share their blanks, and end an open code block', () => {
    const text = `${system}\n${'${a}'} \`\`\`\n${'${b}'}\n\`\`\`\n${user}\n${'${a:first}'}\n\`\`\`\n${'${c}'}\n${model}\n${'${d}'}`
    expect(
      getDistinctBlanks(splitByForm(text, messages)).map(({ name, fallback }) => [name, fallback]),
    ).toEqual([
      ['a', 'first'],
      ['b', ''],
      ['d', ''],
    ])
    expect(fillMessages(splitByForm(text, messages), { d: 'D' }).at(-1)).toEqual({
      role: 'assistant',
      content: 'D',
    })
  })

  it('are no blanks, and are read with the names of their roles', () => {
    expect(getDistinctBlanks(splitByForm(TEXT, { ...messages, blanksIn: 'everywhere' }))).toHaveLength(2)
    expect(readByForm(TEXT, 'messages')).toBe(
      'System:\nYou are ${who:a poet}.\n\nUser:\nWrite about {{what}} as ${who}.\n\nAssistant:\nGladly.',
    )
    expect(readByForm(`${system} Be brief \\${'${x}'}`, 'messages')).toBe('System:\nBe brief \\${x}')
    expect(readByForm(TEXT, 'prompt')).toBe(TEXT)
  })

  it('end before a marker that is cut', () => {
    for (let length = 1; length < 14; length += 1)
      expect(readByForm(`${system}\nHi\n${user?.slice(0, length)}`, 'messages', true)).toBe('System:\nHi\n')
    expect(readByForm(`${system}\nHi\n{{name`, 'messages', true)).toBe('System:\nHi\n{{name')
  })

  it('are parts of a text of any other form', () => {
    expect(splitByForm(TEXT, { form: 'prompt' }).some(({ role }) => role)).toBe(false)
  })
})

test('takes time in proportion to the length of the messages', async () => {
  await expectLinearTime(
    (size) => parseMessages(`${user}\n\\${system} ${'x'.repeat(20)}\n`.repeat(size)),
    4_000,
  )
})

it('leaves out empty messages, and empty lines before a message', () => {
  const segments = splitByForm('{{role "system"}}\n \n\n{{role "user"}}\nHi', {
    form: 'messages',
    blanksIn: 'nowhere',
  })
  expect(groupByRole(segments).map(({ role }) => role)).toEqual(['user'])
  expect(
    writeMessages([
      { role: 'system', content: ' \n' },
      { role: 'user', content: '\n \r\n\n\n  Hi\n ' },
    ]),
  ).toBe('{{role "user"}}\n  Hi')
})

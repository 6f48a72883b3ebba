import { expect, it } from 'vitest'
import { toMarkdownLine } from './markdown-line.ts'
import { markdownToPlainText } from './markdown-to-plain-text.ts'

it.each([
  ['one *two* `three` [four](five) <six>', 'one \\*two\\* \\`three\\` \\[four\\](five) \\<six\\>'],
  ['a\\b', 'a\\\\b'],
  ['snake_case _name_', 'snake_case \\_name\\_'],
  ['Q&A &amp; &#38; &;', 'Q&A \\&amp; \\&#38; &;'],
  ['one\n\n  two\tthree', 'one two three'],
  ['C# and F ##', 'C# and F \\##'],
  ['# one # two', '# one # two'],
])('writes %j as Markdown that shows it', (text, markdown) => {
  expect(toMarkdownLine(text)).toBe(markdown)
  expect(markdownToPlainText(`## ${markdown}`)).toBe(text.replace(/\s+/g, ' '))
})

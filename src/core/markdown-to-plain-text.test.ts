import { expect, test } from 'vitest'
import { markdownToPlainText } from './markdown-to-plain-text.ts'

test('drops emphasis and code marks', () => {
  expect(markdownToPlainText('# Tip\nWorks **well** with *older* `models`')).toBe(
    'Tip\nWorks well with older models',
  )
  expect(markdownToPlainText('> quoted\n\n```js\nlet *a*\n```')).toBe('quoted\nlet *a*')
})

test('keeps the lines of a paragraph, and drops marks within marks', () => {
  expect(markdownToPlainText('one\ntwo\\\nthree')).toBe('one\ntwo\nthree')
  expect(markdownToPlainText('**bold *and `code` slanted* words** [a *b* c](https://example.org)')).toBe(
    'bold and code slanted words a b c',
  )
})

test('keeps the items of a list on lines of their own', () => {
  expect(markdownToPlainText('Works with **Claude**:\n- keep the tone *formal*\n- be brief')).toBe(
    'Works with Claude:\n• keep the tone formal\n• be brief',
  )
  expect(markdownToPlainText('3. three\n4. four')).toBe('3. three\n4. four')
})

test('keeps the name of a link, and the URL of a link without a name', () => {
  expect(markdownToPlainText('[Docs](https://example.org/a) or https://example.org/b')).toBe(
    'Docs or https://example.org/b',
  )
})

test('keeps marks that are not Markdown', () => {
  expect(markdownToPlainText('2 * 3, snake_case and *args')).toBe('2 * 3, snake_case and *args')
})

test('drops a mark that the end of the text cuts off', () => {
  for (const cut of [
    'Use **bold te',
    'Use **bold te*',
    'Use `bold te',
    'Use [bold te',
    'Use [bold te](https://ex',
    'Use [bold te](https://example.org/Foo_(ba',
    'Use [bold te](https://example.org/Foo_(bar)',
    'Use [bold te](https://example.org/a "The ti',
    'Use [bold te](<https://exam',
  ])
    expect(markdownToPlainText(cut, true)).toBe('Use bold te')
  expect(markdownToPlainText('**Use** bold te', true)).toBe('Use bold te')
  expect(markdownToPlainText('2 * 3 snake_ca', true)).toBe('2 * 3 snake_ca')
})

test('keeps all characters of code in a text that is cut off', () => {
  expect(markdownToPlainText('Use `_id` as the ke', true)).toBe('Use _id as the ke')
  expect(markdownToPlainText('Set `*.ts` and **`a[0`** as the **patt', true)).toBe(
    'Set *.ts and a[0 as the patt',
  )
  expect(markdownToPlainText('```sh\nls *.md and then', true)).toBe('ls *.md and then')
})

test('drops the angle bracket of a URL that is cut off', () => {
  expect(markdownToPlainText('See <https://exam', true)).toBe('See https://exam')
})

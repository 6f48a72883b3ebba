import { findHidden, stripInvisible } from '@prompt-collection/hidden-text'
import { expect, it } from 'vitest'
import { expectLinearTime } from '#tests/support/compare-times.ts'

it.each([
  'a\u200b',
  '\u202e',
  'a\u2067b\u2069',
  '\ufe0f',
  '\u{e0061}',
  'QUJD',
  `${'A'.repeat(41)}\n`,
  '6a',
  '\\x63',
  'curl ',
  'curl a | ',
  'bash <(curl ',
  'bash -c "$(curl ',
  'iex downloadstring',
  '[',
  '[a](https://',
  '![a](https://a?',
  '<a href=https://',
  'https://a.b.c.d.e.f.',
  'ignore all ',
  'aaaaaaaaaaaaaaaaaaaa ',
  '. send password https://',
  'cat a',
  '忽略',
  ' ',
])('takes linear time for a long text of %j', (part) => {
  expect.assertions(1)
  expectLinearTime((size) => {
    const text = part.repeat(Math.ceil(size / part.length))
    findHidden(text)
    stripInvisible(text)
  }, 50_000)
})

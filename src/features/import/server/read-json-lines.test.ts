import { expect, it } from 'vitest'
import { readJsonLines } from './read-json-lines.ts'

const read = async (...pieces: string[]) => {
  async function* text() {
    yield* pieces
  }
  const lines: unknown[] = []
  for await (const result of readJsonLines(text()))
    lines.push([result.line, 'value' in result ? JSON.parse(result.value) : result.problem])
  return lines
}

it.each([
  ['LF', ['{"a":1}\n{"a":2}\n']],
  ['CR LF', ['{"a":1}\r\n{"a":2}\r\n']],
  ['CR LF that two pieces divide', ['{"a":1}\r', '\n{"a":', '2}']],
  ['mixed line ends and blank last lines', ['{"a":1}\r\n{"a":2}\n\r\n\n']],
])('reads lines with %s', async (_, pieces) => {
  expect(await read(...pieces)).toEqual([
    [1, { a: 1 }],
    [2, { a: 2 }],
  ])
})

it('keeps line separators within strings, and counts blank lines', async () => {
  expect(await read('\n\r\n{"a":"x\u2028y\u2029\u0085"}\n\n{"a":2}')).toEqual([
    [3, { a: 'x\u2028y\u2029\u0085' }],
    [5, { a: 2 }],
  ])
})

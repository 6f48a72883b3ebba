import { expect, it } from 'vitest'
import { encodePage } from './encode-page.ts'

it('joins pieces as UTF-8, whatever they contain and however long they are', () => {
  const pieces = ['<p>', 'Grüße…', '日本語', '😀', '</p>']
  expect(encodePage(pieces).toString()).toBe(pieces.join(''))
  const long = '…'.repeat(400_000)
  expect(encodePage([long, 'end']).toString()).toBe(`${long}end`)
  expect(encodePage([])).toHaveLength(0)
})

it('returns bytes that the next page does not overwrite', () => {
  const first = encodePage(['a'.repeat(10_000)])
  encodePage(['b'.repeat(10_000)])
  expect(first.toString()).toBe('a'.repeat(10_000))
})

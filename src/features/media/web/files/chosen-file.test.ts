import { expect, test } from 'vitest'
import { describeSizeReduction, moveItem } from './chosen-file.ts'

const MB = 1024 * 1024

test.each([
  [6.3 * MB, 2.1 * MB, 'photo.png was reduced from 6.3 MB to 2.1 MB'],
  [5 * MB + 1, 4.96 * MB, 'photo.png was reduced from 5.1 MB to 5.0 MB'],
  [20 * MB, 9_000, 'photo.png was reduced from 20.0 MB to 0.1 MB'],
])('describes a reduction from %i to %i bytes as "%s"', (from, to, text) =>
  expect(describeSizeReduction('photo.png', from, to)).toBe(text),
)

const files = ['a', 'b', 'c']

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [5, 0, 'abc'],
])('moving the file at %i to %i gives %s', (from, to, order) =>
  expect(moveItem(files, from, to).join('')).toBe(order),
)

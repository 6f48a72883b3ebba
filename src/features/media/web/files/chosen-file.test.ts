import { expect, test } from 'vitest'
import { moved } from './chosen-file.ts'

const files = ['a', 'b', 'c']

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [5, 0, 'abc'],
])('moving the file at %i to %i gives %s', (from, to, order) =>
  expect(moved(files, from, to).join('')).toBe(order),
)

import { expect, test } from 'vitest'
import { reducedText } from './reduced-text.ts'

const MB = 1024 * 1024

test.each([
  [6.3 * MB, 2.1 * MB, 'photo.png was 6.3 MB and was reduced to 2.1 MB'],
  [5 * MB + 1, 4.96 * MB, 'photo.png was 5.1 MB and was reduced to 5.0 MB'],
  [20 * MB, 9_000, 'photo.png was 20.0 MB and was reduced to 0.1 MB'],
])('a picture of %i bytes that became one of %i says: %s', (from, to, said) =>
  expect(reducedText('photo.png', from, to)).toBe(said),
)

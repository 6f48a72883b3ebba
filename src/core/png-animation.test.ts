import { expect, it } from 'vitest'
import { buildPngChunk } from '#tests/support/samples.ts'
import { readPngAnimation } from './png-animation.ts'

const buildPng = (...types: string[]) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...types.map((type) => buildPngChunk(type, Buffer.from(`data of ${type}`))),
  ])

it.each([
  [['IHDR', 'IDAT', 'IEND'], false, false],
  [['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT'], true, false],
  [['IHDR', 'acTL', 'IDAT', 'fcTL', 'fdAT'], true, true],
  [['IHDR', 'IDAT', 'acTL'], false, false],
  [['IHDR', 'acTL'], true, false],
  [['IHDR'], false, false],
  [[], false, false],
])('reads the chunks %j before the image data', (types, isAnimated, hasHiddenImage) => {
  expect(readPngAnimation(buildPng(...types))).toEqual({ isAnimated, hasHiddenImage })
})

it('reads the types of chunks only, not what they contain', () => {
  const text = buildPngChunk('tEXt', Buffer.from('Comment\0acTL'))
  const still = Buffer.concat([buildPng('IHDR'), text, buildPngChunk('IDAT', Buffer.from('x'))])
  expect(readPngAnimation(still)).toEqual({ isAnimated: false, hasHiddenImage: false })
})

it.each([0, 7, 8, 12, 15])('reads a file that ends after %i bytes', (length) => {
  expect(readPngAnimation(buildPng('acTL').subarray(0, length)).isAnimated).toBe(false)
})

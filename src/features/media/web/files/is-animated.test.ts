import { expect, test } from 'vitest'
import { buildIsoBox, buildPngChunk, createAnimatedImage, createTestImage } from '#tests/support/samples.ts'
import { isAnimated } from './is-animated.ts'

test('isAnimated distinguishes animations from still images by their bytes', async () => {
  expect(isAnimated(await createAnimatedImage('gif'))).toBe(true)
  expect(isAnimated(await createAnimatedImage('webp'))).toBe(true)
  expect(isAnimated(await createTestImage().webp().toBuffer())).toBe(false)
  expect(isAnimated(await createTestImage().png().toBuffer())).toBe(false)
  expect(isAnimated(await createTestImage().jpeg().toBuffer())).toBe(false)
  expect(isAnimated(await createTestImage().avif().toBuffer())).toBe(false)
  expect(isAnimated(buildIsoBox('ftyp', Buffer.from('avis\0\0\0\0avif')))).toBe(true)
  expect(isAnimated(new Uint8Array())).toBe(false)
})

test('isAnimated detects an animated PNG by a chunk before its image data, and by no text that names it', async () => {
  const still = await createTestImage().png().toBuffer()
  const start = still.indexOf('IDAT') - 4
  const withChunk = (type: string, data: string) =>
    Buffer.concat([
      still.subarray(0, start),
      buildPngChunk(type, Buffer.from(data, 'latin1')),
      still.subarray(start),
    ])
  expect(isAnimated(withChunk('acTL', '\0\0\0\x02\0\0\0\0'))).toBe(true)
  expect(isAnimated(withChunk('tEXt', 'Comment\0acTL'))).toBe(false)
  expect(isAnimated(Buffer.concat([still, buildPngChunk('acTL', Buffer.alloc(8))]))).toBe(false)
})

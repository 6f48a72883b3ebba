import { expect, test } from 'vitest'
import { buildIsoBox, createAnimatedImage, createTestImage } from '#tests/support/samples.ts'
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

test('isAnimated detects an animated PNG by a chunk before its image data', async () => {
  const still = await createTestImage().png().toBuffer()
  const offset = still.indexOf('IDAT')
  const withChunk = (type: string) =>
    Buffer.concat([still.subarray(0, offset), Buffer.from(type, 'latin1'), still.subarray(offset)])
  expect(isAnimated(withChunk('acTL'))).toBe(true)
  expect(isAnimated(Buffer.concat([still, Buffer.from('acTL')]))).toBe(false)
})

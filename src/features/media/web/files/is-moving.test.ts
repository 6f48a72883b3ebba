import { expect, test } from 'vitest'
import { aMovingPicture, aPicture, box } from '#tests/support/samples.ts'
import { isMoving } from './is-moving.ts'

test('moving pictures are told from still ones by their bytes', async () => {
  expect(isMoving(await aMovingPicture('gif'))).toBe(true)
  expect(isMoving(await aMovingPicture('webp'))).toBe(true)
  expect(isMoving(await aPicture().webp().toBuffer())).toBe(false)
  expect(isMoving(await aPicture().png().toBuffer())).toBe(false)
  expect(isMoving(await aPicture().jpeg().toBuffer())).toBe(false)
  expect(isMoving(await aPicture().avif().toBuffer())).toBe(false)
  expect(isMoving(box('ftyp', Buffer.from('avis\0\0\0\0avif')))).toBe(true)
  expect(isMoving(new Uint8Array())).toBe(false)
})

test('a PNG moves where it says so before its picture begins', async () => {
  const still = await aPicture().png().toBuffer()
  const at = still.indexOf('IDAT')
  const head = (words: string) =>
    Buffer.concat([still.subarray(0, at), Buffer.from(words, 'latin1'), still.subarray(at)])
  expect(isMoving(head('acTL'))).toBe(true)
  expect(isMoving(Buffer.concat([still, Buffer.from('acTL')]))).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { readSkippedParts } from './webm-elements.ts'

/** Builds an EBML element with a size of eight bytes. */
const element = (id: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const integer = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64BE(BigInt(value))
  return buffer.subarray(8 - bytes)
}
/** Builds a segment with a track that has a codec delay, and a block at 1.02 s that is skipped in part. */
const build = ({ skipped, bytes, flags = 0 }: { skipped: number; bytes: number; flags?: number }) =>
  element(
    '18538067',
    element(
      '1654ae6b',
      element('ae', element('d7', integer(2, bytes)), element('56aa', integer(2e9, bytes))),
    ),
    element(
      '1f43b675',
      element('e7', integer(1_000, bytes)),
      element(
        'a0',
        element('a1', Buffer.from([0x82, 0, 20, flags, 1, 2])),
        element('75a2', integer(skipped, bytes)),
      ),
    ),
  )

describe('The parts of a WebM track that players skip', () => {
  it.each([5, 6, 7, 8])('are read from integers of %i bytes', (bytes) => {
    for (const skipped of [1e9, -1e9]) {
      const { codecDelays, skippedParts } = readSkippedParts(build({ skipped, bytes }))
      expect(codecDelays.get(2)).toBe(2)
      expect(skippedParts).toEqual([{ track: 2, timestamp: 1.02, skipped: skipped / 1e9, isLaced: false }])
    }
  })

  it('say whether several packets share their block', () => {
    const { skippedParts } = readSkippedParts(build({ skipped: 1e9, bytes: 8, flags: 0x04 }))
    expect(skippedParts).toMatchObject([{ isLaced: true }])
  })
})

import { describe, expect, it } from 'vitest'
import { removeComments } from './codec-comments.ts'

/** The lengths of Vorbis headers are sums of bytes. */
const lacing = (length: number) =>
  Buffer.from([...Array<number>(Math.floor(length / 255)).fill(255), length % 255])

describe('The header of a codec', () => {
  it.each([20, 255, 700])('of Vorbis loses its comments of %i bytes', (length) => {
    const [identification, comment, setup] = [
      Buffer.alloc(30, 1),
      Buffer.alloc(length, 's'),
      Buffer.alloc(40, 5),
    ]
    const header = Buffer.concat([Buffer.from([2, 30]), lacing(length), identification, comment, setup])
    const empty = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1')
    expect(removeComments('vorbis', header)).toEqual(
      Buffer.concat([Buffer.from([2, 30, empty.length]), identification, empty, setup]),
    )
  })

  it('of FLAC loses its comments and pictures', () => {
    const info = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0, 0, 0, 34]), Buffer.alloc(34, 7)])
    const comments = Buffer.concat([Buffer.from([0x84, 0, 0, 6]), Buffer.from('Secret')])
    const expected = Buffer.from(info)
    expected[4] = 0x80
    expect(removeComments('flac', Buffer.concat([info, comments]))).toEqual(expected)
  })

  it('of another codec stays as it is', () => {
    expect(removeComments('aac', Buffer.from([0x12, 0x10]))).toEqual(Buffer.from([0x12, 0x10]))
  })

  it.each([
    ['vorbis', Buffer.from([2, 30, 20, 1])],
    ['vorbis', Buffer.alloc(0)],
    ['flac', Buffer.from('fLaC')],
  ])('of %s is invalid if it is truncated', (codec, header) => {
    expect(() => removeComments(codec, header)).toThrow(RangeError)
  })
})

import { describe, expect, it } from 'vitest'
import { buildIsoBox } from '#tests/support/samples.ts'
import { hasTooManyFrames, readShown } from './iso-boxes.ts'

const [MOVIE_TIMESCALE, TIMESCALE] = [1_000, 12_800]
const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index)
  return bytes
}

/** An edit in seconds; a media time of -1 makes it an empty edit. */
type Edit = readonly [duration: number, mediaTime: number, rate?: number]

const buildList = (edits: readonly Edit[]) =>
  buildIsoBox(
    'elst',
    uint32(0, edits.length),
    ...edits.map(([duration, mediaTime, rate = 1]) =>
      uint32(
        duration * MOVIE_TIMESCALE,
        mediaTime === -1 ? -1 : Math.round(mediaTime * TIMESCALE),
        rate * 0x10000,
      ),
    ),
  )

/** Builds a movie with one track, whose boxes include `parts`. */
const buildMovie = (...parts: Buffer[]) =>
  buildIsoBox(
    'moov',
    buildIsoBox('mvhd', uint32(0, 0, 0, MOVIE_TIMESCALE, 0)),
    buildIsoBox(
      'trak',
      buildIsoBox('tkhd', uint32(1, 0, 0, 7)),
      buildIsoBox('mdia', buildIsoBox('mdhd', uint32(0, 0, 0, TIMESCALE, 0))),
      ...parts,
    ),
  )
const readEdits = (edits: readonly Edit[], ...more: Buffer[]) =>
  readShown(Buffer.concat([buildMovie(buildIsoBox('edts', buildList(edits))), ...more])).get(7)
const fragment = buildIsoBox('moof')

describe('The edits of a track', () => {
  it.each<[string, Edit[], object]>([
    ['no edit', [], { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }],
    ['an edit', [[2, 1.5]], { start: 0, end: 2 }],
    ['a delay and an edit', [[0.5, -1], [2, 1.5]], { start: 0.5, end: 2.5 }], // biome-ignore format: one line a row
    ['edits that follow each other', [[1, 1], [1, 2]], { start: 0, end: 2 }], // biome-ignore format: one line a row
  ])('show a part of it: %s', (_, edits, expected) => {
    expect(readEdits(edits)).toMatchObject(expected)
  })

  it.each<[string, Edit[]]>([
    ['without a duration', [[0, 1.5]]],
    ['without a duration before another', [[0, 0], [2, 1.5]]], // biome-ignore format: one line a row
    ['without a duration after a delay', [[0.5, -1], [0, 0], [2, 1.5]]], // biome-ignore format: one line a row
    ['without a duration between others', [[1, 0], [0, 3], [1, 1]]], // biome-ignore format: one line a row
    ['in another order', [[1, 2], [1, 0]]], // biome-ignore format: one line a row
    ['twice', [[1, 1], [1, 1]]], // biome-ignore format: one line a row
    ['with a pause', [[1, 0], [0.5, -1], [1, 1]]], // biome-ignore format: one line a row
    ['as a still picture', [[1, 1, 0]]],
    ['backwards', [[1, 1, -1]]],
    ['before the beginning', [[1, -5], [1, 2]]], // biome-ignore format: one line a row
  ])('cannot be copied packet by packet if one is shown %s', (_, edits) => {
    expect(readEdits(edits)).toBe('scenes')
  })

  it('show nothing if all are empty', () => expect(readEdits([[2, -1]])).toBeNull())

  it('have an uncertain end in a fragmented file, unless they have no duration', () => {
    expect(readEdits([[2, 0]], fragment)).toEqual({ start: 0, end: 2, isEndUncertain: true })
    expect(readEdits([[0, 1]], fragment)).toEqual({ start: 0, end: Number.POSITIVE_INFINITY })
  })

  it('are found where players find them, and behind a terminator', () => {
    const list = buildList([[2, 1.5]])
    for (const part of [
      list,
      buildIsoBox('mdia', list),
      buildIsoBox('edts', list, uint32(0)),
      buildIsoBox('mdia', buildIsoBox('minf', buildIsoBox('edts', list))),
    ])
      expect(readShown(buildMovie(part)).get(7)).toMatchObject({ start: 0, end: 2 })
  })

  it('are not overlooked in a malformed box', () => {
    const malformed = buildIsoBox('edts', buildList([[2, 1.5]]), uint32(99, 0))
    expect(() => readShown(buildMovie(malformed))).toThrow('malformed')
  })
})

describe('A track with too many frames', () => {
  const table = (type: string, ...counts: number[]) =>
    buildIsoBox(type, uint32(0, counts.length, ...counts.flatMap((count) => [count, 512])))
  const build = (...tables: Buffer[]) =>
    buildMovie(buildIsoBox('mdia', buildIsoBox('minf', buildIsoBox('stbl', ...tables))))

  it.each([
    [false, [table('stts', 60, 40), table('ctts', 100)]],
    [true, [table('stts', 60, 41), table('ctts', 100)]],
    [true, [table('stts', 100), table('ctts', 0xffffffff)]],
    // Uncompressed sound has a frame for each sample.
    [false, [table('stts', 1_000)]],
  ])('is recognized: %s', (expected, tables) => {
    expect(hasTooManyFrames(build(...tables), 100)).toBe(expected)
  })
})

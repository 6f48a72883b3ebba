type Box = { type: string; start: number; body: number; end: number }

/** A limit above the number of boxes that a valid 5 MB file contains outside its sample tables. */
const MAX_BOXES = 20_000
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
const CONTAINERS_OF_TRACK: ReadonlySet<string> = new Set(['edts', 'mdia', 'minf', 'stbl'])
const BOXES_WITH_DATES: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Returns whether an MP4 or QuickTime file (ISO/IEC 14496-12) consists exactly of complete boxes, starting with `ftyp`
 * and including media data.
 */
export const hasCompleteBoxes = (bytes: Buffer): boolean => {
  const top = readBoxes(bytes, 0, bytes.length)
  return (
    top?.[0]?.type === 'ftyp' &&
    top.some(({ type }) => type === 'moov') &&
    top.some(({ type, body, end }) => type === 'mdat' && end > body)
  )
}

/**
 * Zeroes the creation and modification dates so that remuxing the same video always yields the same bytes.
 */
export const eraseDates = (bytes: Buffer, from = 0, to = bytes.length): void => {
  for (const { type, body, end } of readBoxes(bytes, from, to) ?? []) {
    if (BOXES_WITH_DATES.has(type))
      bytes.fill(0, body + 4, Math.min(end, body + 4 + (bytes[body] === 1 ? 16 : 8)))
    if (CONTAINERS.has(type)) eraseDates(bytes, body, end)
  }
}

/** Reads the boxes in a range; returns null if a box extends beyond the range. */
const readBoxes = (bytes: Buffer, from: number, to: number): Box[] | null => {
  const boxes: Box[] = []
  for (let start = from; start < to; start = boxes.at(-1)?.end ?? to) {
    if (to - start < 8 || boxes.length > MAX_BOXES) return null
    const size32 = bytes.readUInt32BE(start)
    if (size32 === 1 && to - start < 16) return null
    const size = size32 === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size32
    const headerBytes = size32 === 1 ? 16 : 8
    const length = size32 === 0 && to === bytes.length ? to - start : size
    if (length < headerBytes || length > to - start) return null
    boxes.push({
      type: bytes.toString('latin1', start + 4, start + 8),
      start,
      body: start + headerBytes,
      end: start + length,
    })
  }
  return boxes
}

/** The part of a track that players show, in seconds of the presentation. */
export type ShownRange = {
  start: number
  end: number
  /** Whether some players show what follows the end. */
  isEndUncertain?: boolean
}

const EVERYTHING: ShownRange = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }

type Edit = { duration: number; mediaTime: number; rate: number }
/** The media time of an edit that shows nothing. */
const EMPTY_EDIT = -1

/**
 * What players show of a track: a part of it, nothing (null), or scenes that cannot be copied packet by packet, because
 * they do not follow each other without a gap, have no duration or another speed, or have several sample descriptions.
 */
export type Shown = ShownRange | 'scenes' | null

/** Reads from the edit lists (ISO/IEC 14496-12) what players show of each track, by track id. */
export const readShown = (bytes: Buffer): ReadonlyMap<number, Shown> => {
  const top = readBoxes(bytes, 0, bytes.length) ?? []
  const movies = top.filter(({ type }) => type === 'moov')
  const [movie] = movies
  if (!movie || movies.length > 1) return new Map()
  const boxes = readChildren(bytes, movie)
  const movieTimescale = readTimescale(bytes, boxes, 'mvhd')
  const isFragmented = top.some(({ type }) => type === 'moof')
  const shownById = new Map<number, Shown>()
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    const parts = readDescendants(bytes, track)
    const header = parts.findLast(({ type }) => type === 'tkhd')
    if (!header) continue
    const id = bytes.readUInt32BE(header.body + (bytes[header.body] === 1 ? 20 : 12))
    const timescale = readTimescale(bytes, parts, 'mdhd')
    const lists = parts.filter(({ type }) => type === 'elst')
    const hasSeveral =
      shownById.has(id) ||
      lists.length > 1 ||
      parts.some(({ type, body }) => type === 'stsd' && bytes.readUInt32BE(body + 4) > 1)
    const edits = lists[0] ? readEdits(bytes, lists[0]) : []
    shownById.set(id, hasSeveral ? 'scenes' : toShown(edits, { movieTimescale, timescale, isFragmented }))
  }
  return shownById
}

const toShown = (
  edits: readonly Edit[],
  {
    movieTimescale,
    timescale,
    isFragmented,
  }: { movieTimescale: number; timescale: number; isFragmented: boolean },
): Shown => {
  if (edits.length === 0) return EVERYTHING
  const first = edits.findIndex(({ mediaTime }) => mediaTime !== EMPTY_EDIT)
  if (first === -1) return null
  const last = edits.findLastIndex(({ mediaTime }) => mediaTime !== EMPTY_EDIT)
  const scenes = edits.slice(first, last + 1)
  // In a fragmented file, a single edit without a duration contains all that follows.
  const isOpen = isFragmented && scenes.length === 1 && scenes[0]?.duration === 0
  let shown = 0
  for (const { duration, mediaTime, rate } of scenes) {
    const expected = (scenes[0]?.mediaTime ?? 0) / timescale + shown
    // The durations are rounded to the time scale of the movie.
    const isContinuous = Math.abs(mediaTime / timescale - expected) <= scenes.length / movieTimescale
    if (rate !== 1 || mediaTime < 0 || !isContinuous || (duration === 0 && !isOpen)) return 'scenes'
    shown += duration / movieTimescale
  }
  const delay = edits.slice(0, first).reduce((sum, { duration }) => sum + duration, 0) / movieTimescale
  // Packets have times in the track's time scale, so both ends are rounded to it.
  const toTicks = (seconds: number) => Math.round(seconds * timescale) / timescale
  const start = toTicks(delay)
  if (isOpen) return { start, end: Number.POSITIVE_INFINITY }
  return { start, end: start + toTicks(shown), isEndUncertain: isFragmented }
}

const readEdits = (bytes: Buffer, { body, end }: Box): Edit[] => {
  const isLong = bytes[body] === 1
  const edits: Edit[] = []
  const count = bytes.readUInt32BE(body + 4)
  const [timeBytes, entryBytes] = isLong ? [8, 20] : [4, 12]
  if (body + 8 + count * entryBytes > end) throw new RangeError('The edit list is truncated')
  for (let at = body + 8; edits.length < count; at += entryBytes)
    edits.push({
      duration: isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at),
      mediaTime: isLong ? Number(bytes.readBigInt64BE(at + timeBytes)) : bytes.readInt32BE(at + timeBytes),
      rate: bytes.readInt32BE(at + 2 * timeBytes) / 0x10000,
    })
  return edits
}

const readTimescale = (bytes: Buffer, boxes: readonly Box[], type: 'mvhd' | 'mdhd'): number => {
  const header = boxes.findLast((box) => box.type === type)
  return header ? bytes.readUInt32BE(header.body + (bytes[header.body] === 1 ? 20 : 12)) || 1 : 1
}

/** The tables of samples (ISO/IEC 14496-12), with the position of the number of their entries. */
const SAMPLE_TABLES: ReadonlyMap<string, number> = new Map([
  ['stts', 4],
  ['ctts', 4],
  ['stss', 4],
  ['stsc', 4],
  ['stco', 4],
  ['co64', 4],
  ['stsz', 8],
  ['stz2', 8],
])

/**
 * Returns a copy that has only the frames in fragments. Returns null if the file has no fragments, or if all its frames
 * are in fragments.
 */
export const keepOnlyFragments = (bytes: Buffer): Buffer | null => {
  const top = readBoxes(bytes, 0, bytes.length) ?? []
  const movie = top.find(({ type }) => type === 'moov')
  if (!movie || !top.some(({ type }) => type === 'moof')) return null
  const copy = Buffer.from(bytes)
  let hasSamples = false
  for (const track of readChildren(bytes, movie).filter(({ type }) => type === 'trak'))
    for (const { type, body } of readDescendants(bytes, track)) {
      const at = SAMPLE_TABLES.get(type)
      if (at === undefined) continue
      hasSamples ||= bytes.readUInt32BE(body + at) > 0
      copy.writeUInt32BE(0, body + at)
    }
  return hasSamples ? copy : null
}

/**
 * Returns whether the tables of a track claim to have more frames than `max`. The library would list them all, because
 * the frames have times of presentation (`ctts`) that differ from those of decoding (`stts`).
 */
export const hasTooManyFrames = (bytes: Buffer, max: number): boolean => {
  const movies = (readBoxes(bytes, 0, bytes.length) ?? []).filter(({ type }) => type === 'moov')
  const tracks = movies.flatMap((movie) => readChildren(bytes, movie)).filter(({ type }) => type === 'trak')
  return tracks.some((track) => {
    const boxes = readDescendants(bytes, track)
    if (!boxes.some(({ type }) => type === 'ctts')) return false
    return boxes.some((box) => (box.type === 'stts' || box.type === 'ctts') && countFrames(bytes, box) > max)
  })
}

/** Adds up the entries of a table, each of which is a number of frames and the time that they share. */
const countFrames = (bytes: Buffer, { body, end }: Box): number => {
  let count = 0
  for (let at = body + 8; at + 8 <= end; at += 8) count += bytes.readUInt32BE(at)
  return count
}

/** Reads all boxes of a track, in order. */
const readDescendants = (bytes: Buffer, parent: Box): Box[] =>
  readChildren(bytes, parent).flatMap((box) => [
    box,
    ...(CONTAINERS_OF_TRACK.has(box.type) ? readDescendants(bytes, box) : []),
  ])

/** Reads the boxes in a box. Throws if one is malformed, because an edit list could be missed. */
const readChildren = (bytes: Buffer, { body, end }: Box): Box[] => {
  // QuickTime ends some lists of boxes with four zero bytes.
  const boxes = readBoxes(bytes, body, end) ?? readBoxes(bytes, body, end - 4)
  if (!boxes) throw new RangeError('A box is malformed')
  return boxes
}

import type { Drawn } from '#server/media/picture.ts'

type Box = { type: string; start: number; body: number; end: number }

/** More boxes than a sound file of 5 MB has outside its sample tables. */
const BOXES_MOST = 20_000
const DEPTH_MOST = 8

/** Boxes that hold boxes on the way to what we read or erase. */
const HOLDERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'edts'])
/** Where cameras and editors write place, names and remarks, and where anything may hide. */
const NOTES: ReadonlySet<string> = new Set([
  'udta',
  'meta',
  'uuid',
  'free',
  'skip',
  'wide',
  'XMP_',
  'pnot',
  'PICT',
])
const AT_TOP: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'prft', 'pdin', 'emsg', ...NOTES],
])
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * An MP4 or QuickTime file without its notes and dates: they are overwritten where they stand, since other boxes count
 * bytes. Null where the boxes do not fill the file exactly, there is no picture track, or no frames.
 */
export const cleanIsoVideo = (given: Buffer): Drawn | null => {
  const bytes = Buffer.from(given)
  const budget = { boxes: BOXES_MOST }
  const top = readBoxes(bytes, 0, bytes.length, budget)
  if (top?.[0]?.type !== 'ftyp' || top.some((box) => !AT_TOP.has(box.type))) return null
  const moov = top.find((box) => box.type === 'moov')
  if (!moov || !top.some((box) => box.type === 'mdat' && box.end > box.body)) return null
  const seen: Box[] = []
  for (const box of top) if (!visit(bytes, box, budget, seen, 1)) return null
  const size = seen
    .map((box) => (box.type === 'tkhd' ? sizeOf(bytes, box) : null))
    .find((found) => found !== null)
  return size ? { bytes, ...size } : null
}

/** The boxes between two places; null where one of them does not fit. */
const readBoxes = (bytes: Buffer, from: number, to: number, budget: { boxes: number }): Box[] | null => {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    budget.boxes -= 1
    if (to - at < 8 || budget.boxes < 0) return null
    const short = bytes.readUInt32BE(at)
    if (short === 1 && to - at < 16) return null
    const long = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const head = short === 1 ? 16 : 8
    const length = short === 0 && to === bytes.length ? to - at : long
    if (length < head || length > to - at) return null
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at,
      body: at + head,
      end: at + length,
    })
    at += length
  }
  return boxes
}

const visit = (bytes: Buffer, box: Box, budget: { boxes: number }, seen: Box[], depth: number): boolean => {
  if (NOTES.has(box.type)) {
    bytes.write('free', box.start + 4, 'latin1')
    bytes.fill(0, box.body, box.end)
    return true
  }
  seen.push(box)
  if (DATED.has(box.type)) return eraseDates(bytes, box)
  if (!HOLDERS.has(box.type)) return true
  if (depth > DEPTH_MOST) return false
  // QuickTime ends some lists with four zero bytes.
  const end = box.end - box.body >= 4 && isPadded(bytes, box) ? box.end - 4 : box.end
  const inner = readBoxes(bytes, box.body, end, budget)
  return inner?.every((one) => visit(bytes, one, budget, seen, depth + 1)) ?? false
}

const isPadded = (bytes: Buffer, box: Box): boolean => {
  let at = box.body
  while (box.end - at >= 8) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) return false
    at += length
  }
  return box.end - at === 4 && bytes.readUInt32BE(at) === 0
}

const eraseDates = (bytes: Buffer, { body, end }: Box): boolean => {
  const length = bytes[body] === 1 ? 16 : 8
  if (end - body < 4 + length) return false
  bytes.fill(0, body + 4, body + 4 + length)
  return true
}

/** Width and height are the last two fields, 16.16 fixed-point numbers; 0 for a track of sound. */
const sizeOf = (bytes: Buffer, { body, end }: Box): { width: number; height: number } | null => {
  if (end - body < 84) return null
  const width = bytes.readUInt32BE(end - 8) >>> 16
  const height = bytes.readUInt32BE(end - 4) >>> 16
  // A film held upright says so in its matrix: [a b; c d] with a = d = 0 turns it by a quarter.
  const matrix = end - 44
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 16) === 0
  if (width === 0 || height === 0) return null
  return isTurned ? { width: height, height: width } : { width, height }
}

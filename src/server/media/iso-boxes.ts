type Box = { type: string; start: number; body: number; end: number }

/** A limit above the number of boxes that a valid 5 MB file contains outside its sample tables. */
const MAX_BOXES = 20_000
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
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

type Box = { type: string; start: number; body: number; end: number }

/** More boxes than a sound file of 5 MB has outside its sample tables. */
const MAX_BOXES = 20_000
const HOLDERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Whether the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12) fill it exactly, from `ftyp` on, with frames. */
export const hasWholeBoxes = (bytes: Buffer): boolean => {
  const top = readBoxes(bytes, 0, bytes.length)
  return (
    top?.[0]?.type === 'ftyp' &&
    top.some(({ type }) => type === 'moov') &&
    top.some(({ type, body, end }) => type === 'mdat' && end > body)
  )
}

/** Overwrites when film and tracks were made and changed, or the same film would be another file each time. */
export const eraseDates = (bytes: Buffer, from = 0, to = bytes.length): void => {
  for (const { type, body, end } of readBoxes(bytes, from, to) ?? []) {
    if (DATED.has(type)) bytes.fill(0, body + 4, Math.min(end, body + 4 + (bytes[body] === 1 ? 16 : 8)))
    if (HOLDERS.has(type)) eraseDates(bytes, body, end)
  }
}

/** The boxes between two places; null where one of them does not fit. */
const readBoxes = (bytes: Buffer, from: number, to: number): Box[] | null => {
  const boxes: Box[] = []
  for (let at = from; at < to; at = boxes.at(-1)?.end ?? to) {
    if (to - at < 8 || boxes.length > MAX_BOXES) return null
    const short = bytes.readUInt32BE(at)
    if (short === 1 && to - at < 16) return null
    const long = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const head = short === 1 ? 16 : 8
    const length = short === 0 && to === bytes.length ? to - at : long
    if (length < head || length > to - at) return null
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      ...{ start: at, body: at + head, end: at + length },
    })
  }
  return boxes
}

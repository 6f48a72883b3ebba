import type { Drawn } from '#server/media/picture.ts'

const ID = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  info: 0x1549a966,
  title: 0x7ba9,
  date: 0x4461,
  empty: 0xec,
} as const

const HOLDERS: ReadonlySet<number> = new Set([ID.segment, ID.cluster, ID.tracks, ID.track, ID.video, ID.info])
/** What may say who and where; `empty` may hide anything. */
const NOTES: ReadonlySet<number> = new Set([ID.tags, ID.attachments, ID.title, ID.date, ID.empty])
const ELEMENTS_MOST = 200_000
const SIDE_MOST = 65_535

type Element = { id: number; start: number; body: number; end: number; isOpen: boolean }
type Found = { docType: string; width: number; height: number; hasFrames: boolean }

/**
 * A WebM file without its notes, which are overwritten where they stand. Null where its elements do not fill the file
 * exactly, it is not of the kind `webm`, or has no picture track and frames.
 */
export const cleanWebm = (given: Buffer): Drawn | null => {
  const bytes = Buffer.from(given)
  const found: Found = { docType: '', width: 0, height: 0, hasFrames: false }
  const ends = [bytes.length]
  let at = 0
  for (let count = 0; at < bytes.length; count += 1) {
    while (ends.length > 1 && at === ends.at(-1)) ends.pop()
    const within = ends.at(-1) ?? 0
    const element = readElement(bytes, at, within)
    if (!element || count > ELEMENTS_MOST || (ends.length === 1 && !isAtTop(element, at))) return null
    note(bytes, element, found)
    if (NOTES.has(element.id)) erase(bytes, element)
    const goesIn = HOLDERS.has(element.id) || element.id === ID.head
    if (goesIn) ends.push(element.end)
    at = goesIn ? element.body : element.end
  }
  const { docType, hasFrames, width, height } = found
  const isSound = docType === 'webm' && hasFrames && Math.min(width, height) > 0
  return isSound && Math.max(width, height) <= SIDE_MOST ? { bytes, width, height } : null
}

const isAtTop = ({ id }: Element, at: number): boolean => (at === 0 ? id === ID.head : id === ID.segment)

/** Live recordings leave the sizes of segment and clusters open: such a one reaches as far as what holds it. */
const readElement = (bytes: Buffer, start: number, within: number): Element | null => {
  const id = readNumber(bytes, start, within, 4, false)
  if (!id) return null
  const size = readNumber(bytes, start + id.length, within, 8, true)
  if (!size) return null
  const isOpen = size.isAllOnes
  if (isOpen && id.value !== ID.segment && id.value !== ID.cluster) return null
  const body = start + id.length + size.length
  const end = isOpen ? within : body + size.value
  return end > within ? null : { id: id.value, start, body, end, isOpen }
}

/** An EBML number: the zeros before the first one say how many bytes follow. An id keeps that mark, a size does not. */
const readNumber = (bytes: Buffer, at: number, within: number, longest: number, isSize: boolean) => {
  const first = bytes[at]
  if (first === undefined || first === 0 || at >= within) return null
  const length = Math.clz32(first) - 23
  if (length > longest || at + length > within) return null
  const mask = (1 << (8 - length)) - 1
  let value = isSize ? first & mask : first
  let isAllOnes = (first & mask) === mask
  for (let more = 1; more < length; more += 1) {
    const byte = bytes[at + more] ?? 0
    value = value * 256 + byte
    isAllOnes &&= byte === 0xff
  }
  return { value, length, isAllOnes }
}

const note = (bytes: Buffer, { id, body, end }: Element, found: Found): void => {
  const number = () => (end - body >= 1 && end - body <= 4 ? bytes.readUIntBE(body, end - body) : 0)
  if (id === ID.docType) found.docType = bytes.toString('latin1', body, end).replace(/\0+$/, '')
  if (id === ID.width) found.width ||= number()
  if (id === ID.height) found.height ||= number()
  if (id === ID.cluster) found.hasFrames = true
}

/** The same number of bytes, as one element that readers skip. */
const erase = (bytes: Buffer, { start, end }: Element): void => {
  const rest = end - start
  bytes.fill(0, start, end)
  bytes[start] = ID.empty
  // A size of 1 byte says at most 126; of 8 bytes, whatever there is.
  if (rest - 2 <= 126) bytes[start + 1] = 0x80 | (rest - 2)
  else bytes.writeBigUInt64BE((1n << 56n) | BigInt(rest - 9), start + 1)
}

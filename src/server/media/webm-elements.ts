const ELEMENT_ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecDelay: 0x56aa,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
} as const

const CONTAINERS: ReadonlySet<number> = new Set([ELEMENT_ID.header, ELEMENT_ID.segment, ELEMENT_ID.cluster])
/** The elements that contain what tells which parts of a track players skip. */
const CONTAINERS_OF_TRIMS: ReadonlySet<number> = new Set([
  ...CONTAINERS,
  ELEMENT_ID.info,
  ELEMENT_ID.tracks,
  ELEMENT_ID.trackEntry,
  ELEMENT_ID.blockGroup,
])
const MAX_ELEMENTS = 200_000
const NANOSECONDS = 1e9
const MAX_INTEGER_BYTES = 8
/** The flags of a block that say how several packets share it. */
const LACING = 0x06

type Element = { id: number; body: number; end: number }

/**
 * Returns whether a file consists exactly of complete EBML elements (RFC 8794) and declares the document type `webm`.
 */
export const hasCompleteElements = (bytes: Buffer): boolean => {
  const ends = [bytes.length]
  let docType = ''
  let at = 0
  for (let count = 0; at < bytes.length; count += 1) {
    while (ends.length > 1 && at === ends.at(-1)) ends.pop()
    const element = readElement(bytes, at, ends.at(-1) ?? 0)
    if (!element || count > MAX_ELEMENTS || (ends.length === 1 && !isAtTop(element, at))) return false
    const { id, body, end } = element
    if (id === ELEMENT_ID.docType) docType = bytes.toString('latin1', body, end).replace(/\0+$/, '')
    if (CONTAINERS.has(id)) ends.push(end)
    at = CONTAINERS.has(id) ? body : end
  }
  return docType === 'webm'
}

/**
 * The part of a block that players skip, in seconds: at its end, or at its beginning if `skipped` is negative. A laced
 * block contains several packets.
 */
export type SkippedPart = { track: number; timestamp: number; skipped: number; isLaced: boolean }

/**
 * Reads what players skip (RFC 9559): `codecDelays` is the time in seconds that they skip at the beginning of each
 * track, by track number.
 */
export const readSkippedParts = (bytes: Buffer) => {
  const codecDelays = new Map<number, number>()
  const skippedParts: SkippedPart[] = []
  let [tick, clusterTime, trackNumber, codecDelay] = [1e6 / NANOSECONDS, 0, 0, 0]
  let block: Omit<SkippedPart, 'skipped'> | null = null
  let skipped: number | null = null
  const readInteger = ({ body, end }: Element) =>
    BigInt(`0x0${bytes.toString('hex', body, Math.min(end, body + MAX_INTEGER_BYTES))}`)
  const readUnsigned = (element: Element) => Number(readInteger(element))
  const readSigned = (element: Element) =>
    Number(BigInt.asIntN((element.end - element.body) * 8, readInteger(element)))
  const read = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const element = readElement(bytes, at, to)
      if (!element) return
      const { id, body, end } = element
      if (id === ELEMENT_ID.timestampScale) tick = readUnsigned(element) / NANOSECONDS
      else if (id === ELEMENT_ID.trackEntry) [trackNumber, codecDelay] = [0, 0]
      else if (id === ELEMENT_ID.trackNumber) trackNumber = readUnsigned(element)
      else if (id === ELEMENT_ID.codecDelay) codecDelay = readUnsigned(element) / NANOSECONDS
      else if (id === ELEMENT_ID.timestamp) clusterTime = readUnsigned(element)
      else if (id === ELEMENT_ID.blockGroup) [block, skipped] = [null, null]
      else if (id === ELEMENT_ID.block) {
        const number = readNumber(bytes, body, end, 8, true)
        const timeAt = body + (number?.length ?? 0)
        if (number && timeAt + 3 <= end)
          block = {
            track: number.value,
            timestamp: (clusterTime + bytes.readInt16BE(timeAt)) * tick,
            isLaced: ((bytes[timeAt + 2] ?? 0) & LACING) !== 0,
          }
      } else if (id === ELEMENT_ID.discardPadding) skipped = readSigned(element) / NANOSECONDS
      // A cluster of unknown size extends to the end of the segment, so the next one is read as its child.
      if (CONTAINERS_OF_TRIMS.has(id)) read(body, end)
      if (id === ELEMENT_ID.trackEntry) codecDelays.set(trackNumber, codecDelay)
      if (id === ELEMENT_ID.blockGroup && block && skipped !== null) skippedParts.push({ ...block, skipped })
      at = end
    }
  }
  read(0, bytes.length)
  return { codecDelays, skippedParts }
}

const isAtTop = ({ id }: Element, at: number): boolean =>
  at === 0 ? id === ELEMENT_ID.header : id === ELEMENT_ID.segment

/**
 * Reads an element. Live recordings leave the size of segments and clusters unknown; such an element extends to the end
 * of its parent.
 */
const readElement = (bytes: Buffer, start: number, parentEnd: number): Element | null => {
  const id = readNumber(bytes, start, parentEnd, 4, false)
  if (!id) return null
  const size = readNumber(bytes, start + id.length, parentEnd, 8, true)
  if (!size) return null
  const hasUnknownSize = size.isAllOnes
  if (hasUnknownSize && id.value !== ELEMENT_ID.segment && id.value !== ELEMENT_ID.cluster) return null
  const body = start + id.length + size.length
  const end = hasUnknownSize ? parentEnd : body + size.value
  return end > parentEnd ? null : { id: id.value, body, end }
}

/**
 * Reads an EBML variable-length integer, whose leading zero bits encode its length. An id includes the length
 * marker; a size does not.
 */
const readNumber = (bytes: Buffer, at: number, parentEnd: number, maxLength: number, isSize: boolean) => {
  const first = bytes[at]
  if (first === undefined || first === 0 || at >= parentEnd) return null
  const length = Math.clz32(first) - 23
  if (length > maxLength || at + length > parentEnd) return null
  const mask = (1 << (8 - length)) - 1
  let value = isSize ? first & mask : first
  let isAllOnes = (first & mask) === mask
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0
    value = value * 256 + byte
    isAllOnes &&= byte === 0xff
  }
  return { value, length, isAllOnes }
}

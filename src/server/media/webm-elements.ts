const ELEMENT_ID = { header: 0x1a45dfa3, docType: 0x4282, segment: 0x18538067, cluster: 0x1f43b675 } as const

const CONTAINERS: ReadonlySet<number> = new Set([ELEMENT_ID.header, ELEMENT_ID.segment, ELEMENT_ID.cluster])
const MAX_ELEMENTS = 200_000

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

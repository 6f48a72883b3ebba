const ID = { head: 0x1a45dfa3, docType: 0x4282, segment: 0x18538067, cluster: 0x1f43b675 } as const

const HOLDERS: ReadonlySet<number> = new Set([ID.head, ID.segment, ID.cluster])
const MAX_ELEMENTS = 200_000

type Element = { id: number; body: number; end: number }

/** Whether the EBML elements (RFC 8794) of a file fill it exactly, and it says to be of the kind `webm`. */
export const hasWholeElements = (bytes: Buffer): boolean => {
  const ends = [bytes.length]
  let docType = ''
  let at = 0
  for (let count = 0; at < bytes.length; count += 1) {
    while (ends.length > 1 && at === ends.at(-1)) ends.pop()
    const element = readElement(bytes, at, ends.at(-1) ?? 0)
    if (!element || count > MAX_ELEMENTS || (ends.length === 1 && !isAtTop(element, at))) return false
    const { id, body, end } = element
    if (id === ID.docType) docType = bytes.toString('latin1', body, end).replace(/\0+$/, '')
    if (HOLDERS.has(id)) ends.push(end)
    at = HOLDERS.has(id) ? body : end
  }
  return docType === 'webm'
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
  return end > within ? null : { id: id.value, body, end }
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

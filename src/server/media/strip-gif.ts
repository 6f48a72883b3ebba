import type { Drawn } from './picture.ts'

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const MAX_CODES = 4096

/**
 * A GIF (GIF89a specification, CompuServe 1990) of its frames, their timing and how often they repeat. Comments, texts,
 * other applications' blocks, bytes behind a frame's end code and behind the trailer are left out. Null where a block
 * is cut off, a frame reaches beyond the canvas, or its data stands for more pixels than it has.
 */
export const stripGif = (bytes: Buffer): Drawn | null => {
  if (bytes.length < 13) return null
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const parts: Buffer[] = [Buffer.from('GIF89a', 'latin1')]
  let at = 13 + tableLength(bytes[10])
  parts.push(bytes.subarray(6, at))
  let control: Buffer | null = null
  let frames = 0
  let hasLoop = false
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === TRAILER) break
    if (block === EXTENSION) {
      const data = readSubBlocks(bytes, at + 2)
      if (!data) return null
      const label = bytes[at + 1]
      if (label === GRAPHIC_CONTROL && data.body.length === 4) control = bytes.subarray(at, data.end)
      if (label === APPLICATION && !hasLoop && LOOPS.has(data.body.toString('latin1', 0, 11))) {
        parts.push(loopBlock(data.body.length >= 14 ? data.body.readUInt16LE(12) : 0))
        hasLoop = true
      }
      at = data.end
    } else if (block === IMAGE) {
      const image = readImage(bytes, at, width, height)
      if (!image) return null
      parts.push(...(control ? [control] : []), ...image.parts)
      control = null
      frames += 1
      at = image.end
    } else if (block === 0) at += 1
    else return null
  }
  if (frames === 0) return null
  return { bytes: Buffer.concat([...parts, Buffer.from([TRAILER])]), width, height }
}

/** Bytes of the color table that a packed field announces. */
const tableLength = (packed = 0): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

const loopBlock = (count: number): Buffer => {
  const block = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  block.writeUInt16LE(count, 16)
  return block
}

const readSubBlocks = (bytes: Buffer, start: number): { body: Buffer; end: number } | null => {
  const pieces: Buffer[] = []
  for (let at = start; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    if (length === 0) return { body: Buffer.concat(pieces), end: at + 1 }
    pieces.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return null
}

const readImage = (bytes: Buffer, at: number, canvasWidth: number, canvasHeight: number) => {
  if (at + 10 > bytes.length) return null
  const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
  const [width, height] = [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7)]
  if (left + width > canvasWidth || top + height > canvasHeight) return null
  const dataAt = at + 10 + tableLength(bytes[at + 9])
  const codeSize = bytes[dataAt] ?? 0
  const data = readSubBlocks(bytes, dataAt + 1)
  if (!data || codeSize < 2 || codeSize > 8) return null
  const length = measureCodes(data.body, codeSize, width * height)
  if (length === null) return null
  return {
    parts: [bytes.subarray(at, dataAt + 1), ...subBlocks(data.body.subarray(0, length))],
    end: data.end,
  }
}

/** How many bytes hold the LZW codes up to the end code; null where they stand for more than `pixels`. */
const measureCodes = (data: Buffer, minSize: number, pixels: number): number | null => {
  const clear = 1 << minSize
  const lengths = new Uint32Array(MAX_CODES).fill(1, 0, clear)
  let [size, next, previous, seen, bits, held, at] = [minSize + 1, clear + 2, 0, 0, 0, 0, 0]
  for (;;) {
    while (held < size) {
      if (at >= data.length) return at
      bits |= (data[at] ?? 0) << held
      held += 8
      at += 1
    }
    const code = bits & ((1 << size) - 1)
    bits >>>= size
    held -= size
    if (code === clear + 1) return at
    if (code === clear) {
      size = minSize + 1
      next = clear + 2
      previous = 0
      continue
    }
    if (code > next || (code === next && previous === 0)) return null
    if (previous > 0 && next < MAX_CODES) lengths[next++] = previous + 1
    previous = lengths[code] ?? 0
    seen += previous
    if (previous === 0 || seen > pixels) return null
    if (next === 1 << size && size < 12) size += 1
  }
}

const subBlocks = (data: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const piece = data.subarray(at, at + 255)
    parts.push(Buffer.from([piece.length]), piece)
  }
  return [...parts, Buffer.from([0])]
}

import type { EncodedFile } from './media-types.ts'

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]
const LOOP_EXTENSIONS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const MAX_CODES = 4096

/**
 * Rewrites a GIF (GIF89a specification, CompuServe 1990), keeping only its frames, their timing and the loop
 * count. Drops comments, plain text, other application extensions, and any bytes after a frame's end code or
 * after the trailer. Returns null if a block is truncated, a frame exceeds the canvas, or its data encodes
 * more pixels than the frame has.
 */
export const stripGif = (bytes: Buffer): EncodedFile | null => {
  if (bytes.length < 13) return null
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const parts: Buffer[] = [Buffer.from('GIF89a', 'latin1')]
  let offset = 13 + tableLength(bytes[10])
  parts.push(bytes.subarray(6, offset))
  let control: Buffer | null = null
  let frames = 0
  let hasLoop = false
  while (offset < bytes.length) {
    const block = bytes[offset]
    if (block === TRAILER) break
    if (block === EXTENSION) {
      const data = readSubBlocks(bytes, offset + 2)
      if (!data) return null
      const label = bytes[offset + 1]
      if (label === GRAPHIC_CONTROL && data.body.length === 4) control = bytes.subarray(offset, data.end)
      if (label === APPLICATION && !hasLoop && LOOP_EXTENSIONS.has(data.body.toString('latin1', 0, 11))) {
        parts.push(loopBlock(data.body.length >= 14 ? data.body.readUInt16LE(12) : 0))
        hasLoop = true
      }
      offset = data.end
    } else if (block === IMAGE) {
      const image = readImage(bytes, offset, width, height)
      if (!image) return null
      parts.push(...(control ? [control] : []), ...image.parts)
      control = null
      frames += 1
      offset = image.end
    } else if (block === 0) offset += 1
    else return null
  }
  if (frames === 0) return null
  return { bytes: Buffer.concat([...parts, Buffer.from([TRAILER])]), width, height }
}

/** Returns the length in bytes of the color table that a packed field declares. */
const tableLength = (packed = 0): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

const loopBlock = (count: number): Buffer => {
  const block = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  block.writeUInt16LE(count, 16)
  return block
}

const readSubBlocks = (bytes: Buffer, start: number): { body: Buffer; end: number } | null => {
  const chunks: Buffer[] = []
  for (let offset = start; offset < bytes.length; ) {
    const length = bytes[offset] ?? 0
    if (length === 0) return { body: Buffer.concat(chunks), end: offset + 1 }
    chunks.push(bytes.subarray(offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return null
}

const readImage = (bytes: Buffer, offset: number, canvasWidth: number, canvasHeight: number) => {
  if (offset + 10 > bytes.length) return null
  const [left, top] = [bytes.readUInt16LE(offset + 1), bytes.readUInt16LE(offset + 3)]
  const [width, height] = [bytes.readUInt16LE(offset + 5), bytes.readUInt16LE(offset + 7)]
  if (left + width > canvasWidth || top + height > canvasHeight) return null
  const dataAt = offset + 10 + tableLength(bytes[offset + 9])
  const codeSize = bytes[dataAt] ?? 0
  const data = readSubBlocks(bytes, dataAt + 1)
  if (!data || codeSize < 2 || codeSize > 8) return null
  const length = measureCodes(data.body, codeSize, width * height)
  if (length === null) return null
  return {
    parts: [bytes.subarray(offset, dataAt + 1), ...subBlocks(data.body.subarray(0, length))],
    end: data.end,
  }
}

/** Returns the number of bytes up to and including the LZW end code; null if the codes encode more than `pixels`. */
const measureCodes = (data: Buffer, minSize: number, pixels: number): number | null => {
  const clear = 1 << minSize
  const lengths = new Uint32Array(MAX_CODES).fill(1, 0, clear)
  let [size, next, previous, pixelCount, bits, bitCount, offset] = [minSize + 1, clear + 2, 0, 0, 0, 0, 0]
  for (;;) {
    while (bitCount < size) {
      if (offset >= data.length) return offset
      bits |= (data[offset] ?? 0) << bitCount
      bitCount += 8
      offset += 1
    }
    const code = bits & ((1 << size) - 1)
    bits >>>= size
    bitCount -= size
    if (code === clear + 1) return offset
    if (code === clear) {
      size = minSize + 1
      next = clear + 2
      previous = 0
      continue
    }
    if (code > next || (code === next && previous === 0)) return null
    if (previous > 0 && next < MAX_CODES) lengths[next++] = previous + 1
    previous = lengths[code] ?? 0
    pixelCount += previous
    if (previous === 0 || pixelCount > pixels) return null
    if (next === 1 << size && size < 12) size += 1
  }
}

const subBlocks = (data: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  for (let offset = 0; offset < data.length; offset += 255) {
    const chunk = data.subarray(offset, offset + 255)
    parts.push(Buffer.from([chunk.length]), chunk)
  }
  return [...parts, Buffer.from([0])]
}

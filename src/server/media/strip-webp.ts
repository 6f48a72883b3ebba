type Chunk = { type: string; body: Buffer; end: number }

const FRAME_HEADER = 16
const IN_FRAME: ReadonlySet<string> = new Set(['ALPH', 'VP8 ', 'VP8L'])
/** Of the flags in VP8X: whether pixels are transparent, whether it moves. */
const [ALPHA, ANIMATION] = [0x10, 0x02]

/**
 * A moving WebP (RFC 9649) of its frames and their timing alone: no EXIF, XMP, color profile, unknown chunk or bytes
 * behind the end. Null where chunks do not fit into each other or a frame reaches beyond the canvas.
 */
export const stripWebp = (bytes: Buffer): Buffer | null => {
  const chunks = readChunks(bytes, 12, Math.min(bytes.length, 8 + bytes.readUInt32LE(4)))
  const header = chunks?.find(({ type }) => type === 'VP8X')?.body
  const animation = chunks?.find(({ type }) => type === 'ANIM')?.body
  if (header?.length !== 10 || animation?.length !== 6) return null
  const canvas = { width: header.readUIntLE(4, 3) + 1, height: header.readUIntLE(7, 3) + 1 }
  const frames: Buffer[] = []
  for (const { type, body } of chunks ?? [])
    if (type === 'ANMF') {
      const frame = stripFrame(body, canvas)
      if (!frame) return null
      frames.push(frame)
    }
  if (frames.length === 0) return null
  const flags = Buffer.from(header)
  flags.fill(0, 0, 4)
  flags[0] = ANIMATION | ((header[0] ?? 0) & ALPHA)
  const rest = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', flags), chunk('ANIM', animation), ...frames])
  return chunk('RIFF', rest)
}

const stripFrame = (body: Buffer, canvas: { width: number; height: number }): Buffer | null => {
  if (body.length < FRAME_HEADER) return null
  const [left, top] = [body.readUIntLE(0, 3) * 2, body.readUIntLE(3, 3) * 2]
  const [width, height] = [body.readUIntLE(6, 3) + 1, body.readUIntLE(9, 3) + 1]
  if (left + width > canvas.width || top + height > canvas.height) return null
  const inner = readChunks(body, FRAME_HEADER, body.length)?.filter(({ type }) => IN_FRAME.has(type))
  if (!inner?.length) return null
  return chunk(
    'ANMF',
    Buffer.concat([body.subarray(0, FRAME_HEADER), ...inner.map((one) => chunk(one.type, one.body))]),
  )
}

const readChunks = (bytes: Buffer, from: number, to: number): Chunk[] | null => {
  const chunks: Chunk[] = []
  for (let at = from; at + 8 <= to; at = chunks.at(-1)?.end ?? to) {
    const length = bytes.readUInt32LE(at + 4)
    if (length > to - at - 8) return null
    const body = bytes.subarray(at + 8, at + 8 + length)
    chunks.push({ type: bytes.toString('latin1', at, at + 4), body, end: at + 8 + length + (length & 1) })
  }
  return chunks
}

const chunk = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}

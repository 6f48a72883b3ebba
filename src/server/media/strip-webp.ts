type Chunk = { type: string; body: Buffer; end: number }

const FRAME_HEADER_BYTES = 16
const FRAME_CHUNKS: ReadonlySet<string> = new Set(['ALPH', 'VP8 ', 'VP8L'])
/** Flags in the VP8X chunk: `ALPHA` means that the image has transparency, `ANIMATION` that it is animated. */
const [ALPHA, ANIMATION] = [0x10, 0x02]

/**
 * Rewrites an animated WebP (RFC 9649), keeping only its frames and their timing: no EXIF, XMP, color
 * profile, unknown chunks or trailing bytes. Returns null if chunks are malformed or a frame exceeds the
 * canvas.
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
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', flags),
    chunk('ANIM', animation),
    ...frames,
  ])
  return chunk('RIFF', content)
}

const stripFrame = (body: Buffer, canvas: { width: number; height: number }): Buffer | null => {
  if (body.length < FRAME_HEADER_BYTES) return null
  const [left, top] = [body.readUIntLE(0, 3) * 2, body.readUIntLE(3, 3) * 2]
  const [width, height] = [body.readUIntLE(6, 3) + 1, body.readUIntLE(9, 3) + 1]
  if (left + width > canvas.width || top + height > canvas.height) return null
  const frameChunks = readChunks(body, FRAME_HEADER_BYTES, body.length)?.filter(({ type }) =>
    FRAME_CHUNKS.has(type),
  )
  if (!frameChunks?.length) return null
  return chunk(
    'ANMF',
    Buffer.concat([
      body.subarray(0, FRAME_HEADER_BYTES),
      ...frameChunks.map((part) => chunk(part.type, part.body)),
    ]),
  )
}

const readChunks = (bytes: Buffer, from: number, to: number): Chunk[] | null => {
  const chunks: Chunk[] = []
  for (let offset = from; offset + 8 <= to; offset = chunks.at(-1)?.end ?? to) {
    const length = bytes.readUInt32LE(offset + 4)
    if (length > to - offset - 8) return null
    const body = bytes.subarray(offset + 8, offset + 8 + length)
    chunks.push({
      type: bytes.toString('latin1', offset, offset + 4),
      body,
      end: offset + 8 + length + (length & 1),
    })
  }
  return chunks
}

const chunk = (type: string, body: Buffer): Buffer => {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32LE(body.length, 4)
  return Buffer.concat([header, body, Buffer.alloc(body.length & 1)])
}

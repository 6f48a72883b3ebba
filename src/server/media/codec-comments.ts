/**
 * Removes titles, places, pictures and other comments from the header that decoders of FLAC (RFC 9639) and Vorbis
 * (Vorbis I specification) need. Other codecs have no comments in it. Throws if the header is malformed.
 */
export const removeComments = (codec: string, header: AllowSharedBufferSource): Uint8Array => {
  const bytes = ArrayBuffer.isView(header)
    ? Buffer.from(header.buffer, header.byteOffset, header.byteLength)
    : Buffer.from(header)
  if (codec === 'flac') return keepStreamInfo(bytes)
  return codec === 'vorbis' ? emptyVorbisComment(bytes) : bytes
}

/** The marker `fLaC`, the head of a block, and the stream information, which is the first block. */
const STREAM_INFO_END = 4 + 4 + 34
const LAST_BLOCK = 0x80

const keepStreamInfo = (bytes: Buffer): Buffer => {
  if (bytes.length < STREAM_INFO_END || ((bytes[4] ?? 0) & 0x7f) !== 0) throw new RangeError('No stream info')
  const streamInfo = Buffer.from(bytes.subarray(0, STREAM_INFO_END))
  streamInfo[4] = LAST_BLOCK
  return streamInfo
}

/** A comment header without a vendor and without comments; its last byte is the framing bit. */
const EMPTY_COMMENT = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1')

/** Three headers follow each other: identification, comment and setup. Before them are the lengths of the first two. */
const emptyVorbisComment = (bytes: Buffer): Buffer => {
  if (bytes[0] !== 2) throw new RangeError('Not three headers')
  const identification = readLength(bytes, 1)
  const comment = readLength(bytes, identification.end)
  const setupAt = comment.end + identification.length + comment.length
  if (setupAt >= bytes.length || identification.length > 254) throw new RangeError('A header is missing')
  return Buffer.concat([
    Buffer.from([2, identification.length, EMPTY_COMMENT.length]),
    bytes.subarray(comment.end, comment.end + identification.length),
    EMPTY_COMMENT,
    bytes.subarray(setupAt),
  ])
}

/** Reads a length that is the sum of its bytes, of which all but the last are 255. */
const readLength = (bytes: Buffer, at: number): { length: number; end: number } => {
  let [length, end] = [0, at]
  while (bytes[end] === 255) {
    length += 255
    end += 1
  }
  return { length: length + (bytes[end] ?? 0), end: end + 1 }
}

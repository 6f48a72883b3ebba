import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Creates an image in a single colour. */
export const createTestImage = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

export const toDataUrl = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Creates an image of noise that does not compress: about three bytes per pixel as PNG. */
export const createLargeImage = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Creates an animation of three frames: red, green and blue. */
export const createAnimatedImage = (kind: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map(
    (background) => ({ create: { width: 20, height: 10, channels: 3, background } }) as const,
  )
  return Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())).then((pictures) =>
    sharp(pictures, { join: { animated: true } })
      .toFormat(kind, { delay: [100, 100, 100] })
      .toBuffer(),
  )
}

export const buildIsoBox = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/**
 * Short videos of 96 × 64 pixels with sound, made with ffmpeg. Each contains a title, an artist, a location,
 * a chapter and a subtitle track, with `secret` or a latitude as searchable text; `film.mov` also has a
 * timecode track. `live.webm` has elements of unknown size, like recordings; `sound.mp4` has no video track.
 */
export type SampleVideo = 'film.mp4' | 'film.mov' | 'film.webm' | 'live.webm' | 'sound.mp4'

export const readVideo = (name: SampleVideo = 'film.mp4'): Buffer =>
  readFileSync(new URL(`videos/${name}`, import.meta.url))

/** Returns the video rotated by 90 degrees through the matrix in its first track header, as recorded by phones. */
export const createRotatedVideo = (): Buffer => {
  const bytes = readVideo()
  const at = bytes.indexOf('tkhd')
  const end = at - 4 + bytes.readUInt32BE(at - 4)
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 64 << 16, 0, 0x40000000]
  for (const [index, value] of matrix.entries()) bytes.writeInt32BE(value, end - 44 + index * 4)
  return bytes
}

export const buildPngChunk = (type: string, body: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const chunk = Buffer.alloc(8 + content.length)
  chunk.writeUInt32BE(body.length)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 4 + content.length)
  return chunk
}

/** Creates a PNG whose header declares a false size, with a valid checksum. */
export const createImageWithFalseSize = async (width: number, height: number): Promise<Buffer> => {
  const bytes = await createTestImage(1, 1).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

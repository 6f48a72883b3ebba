import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour. */
export const aPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

export const dataString = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Noise that does not shrink: about three bytes a pixel as PNG. */
export const aLargePicture = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#888888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Three frames, red, green and blue. */
export const aMovingPicture = (kind: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map(
    (background) => ({ create: { width: 20, height: 10, channels: 3, background } }) as const,
  )
  return Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())).then((pictures) =>
    sharp(pictures, { join: { animated: true } })
      .toFormat(kind, { delay: [100, 100, 100] })
      .toBuffer(),
  )
}

export const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/**
 * Short films of 96 × 64 pixels with sound, made with ffmpeg. Each has a title, an artist, a place, a chapter and a track of
 * texts, in which `secret` or a latitude can be read; `film.mov` a track of time codes, too. `live.webm` leaves sizes open, as
 * recorders do; `sound.mp4` has no picture.
 */
export type VideoFile = 'film.mp4' | 'film.mov' | 'film.webm' | 'live.webm' | 'sound.mp4'

export const aVideo = (name: VideoFile = 'film.mp4'): Buffer =>
  readFileSync(new URL(`videos/${name}`, import.meta.url))

/** The film as its camera held it: turned by a quarter, by the matrix in its first track header. */
export const aTurnedVideo = (): Buffer => {
  const bytes = aVideo()
  const at = bytes.indexOf('tkhd')
  const end = at - 4 + bytes.readUInt32BE(at - 4)
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 64 << 16, 0, 0x40000000]
  for (const [index, value] of matrix.entries()) bytes.writeInt32BE(value, end - 44 + index * 4)
  return bytes
}

/** A PNG whose header says this size, its checksum right. */
export const aLyingPicture = async (width: number, height: number): Promise<Buffer> => {
  const bytes = await aPicture(1, 1).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

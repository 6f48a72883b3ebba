import sharp, { type Sharp } from 'sharp'
import type { PictureKind } from './file-kind.ts'

// One core for pictures: the others are for everybody who waits for a page.
sharp.concurrency(1)

/** Over all frames of a moving picture together. */
const PIXELS_MOST = 50_000_000
const SIDE_MOST = 16_383
const SECONDS_MOST = 20

export type Cleaned = { bytes: Buffer; width: number; height: number }

/**
 * The picture drawn anew, as the camera held it: what was written into it (place, time, names) and whatever followed
 * its end are gone, moving pictures still move. Null where it is no sound picture of this kind, or has more pixels
 * than memory should hold, which its header says before anything is decoded.
 */
export const cleanPicture = async (bytes: Buffer, kind: PictureKind): Promise<Cleaned | null> => {
  const animated = kind === 'gif' || kind === 'webp'
  const picture = sharp(bytes, { animated, limitInputPixels: PIXELS_MOST, failOn: 'error' })
  try {
    const { format, width, height, pageHeight } = await picture.metadata()
    if (format !== FORMAT[kind] || Math.max(width, pageHeight ?? height) > SIDE_MOST) return null
    const { data, info } = await write[kind](picture.timeout({ seconds: SECONDS_MOST }), bytes).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    return null
  }
}

const FORMAT: Readonly<Record<PictureKind, string>> = {
  ...{ png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp', avif: 'heif' },
}

const write: Readonly<Record<PictureKind, (picture: Sharp, bytes: Buffer) => Sharp>> = {
  png: (picture) => picture.autoOrient().png({ compressionLevel: 8 }),
  jpg: (picture) => picture.autoOrient().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  gif: (picture) => picture.gif({ effort: 3 }),
  webp: (picture, bytes) =>
    bytes.includes('VP8L')
      ? picture.webp({ lossless: true, effort: 2 })
      : picture.webp({ quality: 92, effort: 2 }),
  avif: (picture) => picture.autoOrient().avif({ quality: 75, effort: 1 }),
}

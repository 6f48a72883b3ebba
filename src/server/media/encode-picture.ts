import sharp, { type Sharp } from 'sharp'
import type { Dimensions, Drawn, Lane, PictureKind, Use } from './picture.ts'
import { laneOf } from './picture-cost.ts'
import { stripGif } from './strip-gif.ts'
import { stripWebp } from './strip-webp.ts'

/** Of all frames of a moving picture together. */
export const MAX_PIXELS = 50_000_000
const MAX_SIDE = 16_383
/** Above this, WebP and AVIF are written with less effort, or they would take seconds. */
const MANY_PIXELS = 4_000_000

type Given = { bytes: Uint8Array; kind: PictureKind }
const AVATAR_SIDE = 256

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * What the header says, read without decoding: the size of one frame, and how many there are. Null where it is no picture
 * of this kind, or larger than memory should hold.
 */
const inspect = async ({ bytes, kind }: Given): Promise<Dimensions | null> => {
  const picture = sharp(bytes, { animated: isMoving(kind), limitInputPixels: false, failOn: 'error' })
  try {
    const { format, width, height, pageHeight, pages, isProgressive } = await picture.metadata()
    const frames = isMoving(kind) ? (pages ?? 1) : 1
    const size = { width, height: pageHeight ?? height, frames, isProgressive: isProgressive ?? false }
    const isSmall =
      size.width * size.height * frames <= MAX_PIXELS && Math.max(width, size.height) <= MAX_SIDE
    return format === FORMAT[kind] && isSmall ? size : null
  } catch {
    return null
  }
}

/** What was found out about a picture, and the picture itself where that was light work. */
export type Attempt = { size: Dimensions; lane: Lane | null; drawn: Drawn | null }

/** Reads the header, and goes on at once where what it says is light work. Null as above. */
export const attempt = async ({ use, ...given }: Given & { use: Use }): Promise<Attempt | null> => {
  const size = await inspect(given)
  if (!size) return null
  const lane = laneOf(given.kind, size, given.bytes.length, use)
  return { size, lane, drawn: lane === 'light' ? await encode({ use, ...given }) : null }
}

export const encode = ({ use, ...given }: Given & { use: Use }): Promise<Drawn | null> =>
  use === 'example' ? redraw(given) : avatar(given)

const isMoving = (kind: PictureKind): boolean => kind === 'gif' || kind === 'webp'

/**
 * The picture written anew, as the camera held it: what was noted in it (place, time, names) and whatever followed its
 * end are gone. Frames of moving pictures keep their compressed bytes, everything around them is written anew. Null where
 * it is no valid picture of this kind.
 */
export const redraw = async ({ bytes, kind }: Given): Promise<Drawn | null> => {
  const size = await inspect({ bytes, kind })
  if (!size) return null
  try {
    if (kind === 'gif') return stripGif(asBuffer(bytes))
    if (size.frames > 1) return await stripMovingWebp(asBuffer(bytes), size)
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const isLarge = size.width * size.height > MANY_PIXELS
    const { data, info } = await write[kind](picture, asBuffer(bytes), isLarge).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

const FORMAT: Readonly<Record<PictureKind, string>> = {
  ...{ png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp', avif: 'heif' },
}

const write: Readonly<
  Record<Exclude<PictureKind, 'gif'>, (picture: Sharp, bytes: Buffer, isLarge: boolean) => Sharp>
> = {
  png: (picture) => picture.autoOrient().png({ compressionLevel: 8 }),
  jpg: (picture) => picture.autoOrient().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  webp: (picture, bytes, isLarge) =>
    bytes.includes('VP8L')
      ? picture.webp({ lossless: true, effort: isLarge ? 0 : 2 })
      : picture.webp({ quality: 92, effort: isLarge ? 0 : 2 }),
  avif: (picture, _, isLarge) => picture.autoOrient().avif({ quality: 75, effort: isLarge ? 0 : 1 }),
}

/** Every frame is decoded once, small, so that one that does not decode is refused. */
const stripMovingWebp = async (
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Drawn | null> => {
  const stripped = stripWebp(bytes)
  if (!stripped) return null
  await sharp(stripped, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width: 8, kernel: 'nearest' })
    .raw()
    .toBuffer()
  return { bytes: stripped, width, height }
}

/** A stored picture in this width as WebP, never enlarged, with its frames where it is to move. */
export const shrink = ({
  file,
  width,
  animated,
}: {
  file: string
  width: number
  animated: boolean
}): Promise<Uint8Array> =>
  sharp(file, { animated, limitInputPixels: MAX_PIXELS * 2 })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78, ...(animated ? { effort: 2 } : {}) })
    .toBuffer()

/** The middle of the first frame, cut square, as WebP and without notes; null where it is no valid picture. */
export const square = ({ bytes, side }: { bytes: Uint8Array; side: number }): Promise<Uint8Array | null> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    // As the camera held it, before its notes are dropped.
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)

const avatar = async ({ bytes }: Given): Promise<Drawn | null> => {
  const made = await square({ bytes, side: AVATAR_SIDE })
  return made && { bytes: made, width: AVATAR_SIDE, height: AVATAR_SIDE }
}

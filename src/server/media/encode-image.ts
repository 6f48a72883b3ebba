import sharp, { type Sharp } from 'sharp'
import { readPngAnimation } from '#core/png-animation.ts'
import { chooseLane } from './image-cost.ts'
import type { Dimensions, EncodedFile, ImageKind, ImageLane, ImageUse } from './media-types.ts'
import { stripGif } from './strip-gif.ts'
import { stripWebp } from './strip-webp.ts'

/** The limit for all frames of an animation combined. */
export const MAX_PIXELS = 50_000_000
const MAX_SIDE = 16_383
/** Above this size, WebP and AVIF are encoded with less effort, because they would otherwise take seconds. */
const LOW_EFFORT_PIXELS = 4_000_000

type ImageFile = { bytes: Uint8Array; kind: ImageKind }
const AVATAR_SIDE = 256

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Reads the header without decoding: the dimensions and the number of frames. Returns null if the file is not an image of
 * this kind.
 */
const inspect = async ({ bytes, kind }: ImageFile): Promise<Dimensions | null> => {
  const image = sharp(bytes, { animated: canBeAnimated(kind), limitInputPixels: false, failOn: 'error' })
  try {
    const { format, width, height, pageHeight, pages, isProgressive } = await image.metadata()
    const frames = canBeAnimated(kind) ? (pages ?? 1) : 1
    const size = { width, height: pageHeight ?? height, frames, isProgressive: isProgressive ?? false }
    return format === FORMAT[kind] ? size : null
  } catch {
    return null
  }
}

const isWithinLimits = ({ width, height, frames }: Dimensions): boolean =>
  width * height * frames <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE

/**
 * The result of inspecting an image. `lane` is null if the image has too many pixels; `encoded` is set if the estimated
 * cost was low enough to encode the image immediately.
 */
export type ImageInspection = { size: Dimensions; lane: ImageLane | null; encoded: EncodedFile | null }

/**
 * Inspects an image and encodes it immediately if the estimated cost is low. Returns null for an invalid
 * image.
 */
export const inspectAndEncode = async ({
  use,
  ...file
}: ImageFile & { use: ImageUse }): Promise<ImageInspection | null> => {
  const size = await inspect(file)
  if (!size) return null
  const lane = isWithinLimits(size) ? chooseLane(file.kind, size, file.bytes.length, use) : null
  return { size, lane, encoded: lane === 'light' ? await encodeImage({ use, ...file }) : null }
}

export const encodeImage = ({ use, ...file }: ImageFile & { use: ImageUse }): Promise<EncodedFile | null> =>
  use === 'example' ? reencodeImage(file) : encodeAvatar(file)

const canBeAnimated = (kind: ImageKind): boolean => kind === 'gif' || kind === 'webp'

/**
 * Re-encodes an image and applies its EXIF orientation. Removes metadata (location, time, names) and trailing
 * bytes. The frames of animations keep their compressed bytes; only the container around them is rewritten.
 * Returns null if the file is not a valid image of this kind.
 */
export const reencodeImage = async ({ bytes, kind }: ImageFile): Promise<EncodedFile | null> => {
  const size = await inspect({ bytes, kind })
  if (!size || !isWithinLimits(size)) return null
  try {
    if (kind === 'gif') return stripGif(asBuffer(bytes))
    if (kind === 'png' && readPngAnimation(bytes).hasHiddenImage) return null
    if (size.frames > 1) return await stripAnimatedWebp(asBuffer(bytes), size)
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const isLarge = size.width * size.height > LOW_EFFORT_PIXELS
    const { data, info } = await encoders[kind](image, asBuffer(bytes), isLarge).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

const FORMAT: Readonly<Record<ImageKind, string>> = {
  png: 'png',
  jpg: 'jpeg',
  gif: 'gif',
  webp: 'webp',
  avif: 'heif',
}

const encoders: Readonly<
  Record<Exclude<ImageKind, 'gif'>, (image: Sharp, bytes: Buffer, isLarge: boolean) => Sharp>
> = {
  png: (image) => image.autoOrient().png({ compressionLevel: 8 }),
  jpg: (image) => image.autoOrient().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  webp: (image, bytes, isLarge) =>
    bytes.includes('VP8L')
      ? image.autoOrient().webp({ lossless: true, effort: isLarge ? 0 : 2 })
      : image.autoOrient().webp({ quality: 92, effort: isLarge ? 0 : 2 }),
  avif: (image, _, isLarge) => image.autoOrient().avif({ quality: 75, effort: isLarge ? 0 : 1 }),
}

/** Decodes every frame once at a small size so that a corrupt frame is rejected. */
const stripAnimatedWebp = async (
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<EncodedFile | null> => {
  const stripped = stripWebp(bytes)
  if (!stripped) return null
  await sharp(stripped, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width: 8, kernel: 'nearest' })
    .raw()
    .toBuffer()
  return { bytes: stripped, width, height }
}

/** Resizes a stored image to `width` as WebP, never enlarging it; `animated` keeps all frames. */
export const resizeImage = ({
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

/**
 * Crops the first frame to its center square, as WebP without metadata. Returns null for an invalid image.
 */
export const cropToSquare = ({
  bytes,
  side,
}: {
  bytes: Uint8Array
  side: number
}): Promise<Uint8Array | null> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    // Applies the EXIF orientation before the metadata is removed.
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)

const encodeAvatar = async ({ bytes }: ImageFile): Promise<EncodedFile | null> => {
  const cropped = await cropToSquare({ bytes, side: AVATAR_SIDE })
  return cropped && { bytes: cropped, width: AVATAR_SIDE, height: AVATAR_SIDE }
}

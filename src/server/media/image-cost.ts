import type { Dimensions, ImageKind, ImageLane, ImageUse } from './media-types.ts'

type Cost = { perMegapixel: number; perMegabyte: number }

/**
 * The cost in milliseconds on one core: a base cost per megapixel for an image without detail, plus a cost
 * per megabyte for the detail (measured with sharp 0.35, decision 35). GIF and animated WebP frames keep
 * their compressed bytes.
 */
const ENCODE: Readonly<Record<ImageKind, Cost>> = {
  png: { perMegapixel: 20, perMegabyte: 60 },
  jpg: { perMegapixel: 20, perMegabyte: 30 },
  gif: { perMegapixel: 1, perMegabyte: 20 },
  webp: { perMegapixel: 45, perMegabyte: 150 },
  avif: { perMegapixel: 45, perMegabyte: 800 },
}
const ANIMATED_WEBP: Cost = { perMegapixel: 8, perMegabyte: 80 }
const DECODE: Readonly<Record<ImageKind, Cost>> = {
  png: { perMegapixel: 15, perMegabyte: 30 },
  jpg: { perMegapixel: 10, perMegabyte: 20 },
  gif: { perMegapixel: 5, perMegabyte: 20 },
  webp: { perMegapixel: 15, perMegabyte: 60 },
  avif: { perMegapixel: 26, perMegabyte: 280 },
}
/** A progressive JPEG costs more, because it is decoded once per scan. */
const PROGRESSIVE_FACTOR = 3
const LIGHT_MS = 400
const MAX_MS = 2_000
const MEGA = 1_000_000

/**
 * Chooses the lane for an image by its estimated cost, before any pixel is decoded. Returns `null` if the
 * pixels alone would take too long.
 */
export const chooseLane = (
  kind: ImageKind,
  { width, height, frames, isProgressive }: Dimensions,
  byteLength: number,
  use: ImageUse,
): ImageLane | null => {
  const { perMegapixel, perMegabyte } =
    use === 'avatar' ? DECODE[kind] : kind === 'webp' && frames > 1 ? ANIMATED_WEBP : ENCODE[kind]
  // An avatar needs only the first frame.
  const pixels = width * height * (use === 'example' ? frames : 1)
  const minMs = (pixels / MEGA) * perMegapixel
  if (minMs > MAX_MS) return null
  const estimatedMs = (minMs + (byteLength / MEGA) * perMegabyte) * (isProgressive ? PROGRESSIVE_FACTOR : 1)
  return estimatedMs > LIGHT_MS ? 'heavy' : 'light'
}

import type { Dimensions, Lane, PictureKind, Use } from './picture.ts'

type Cost = { perMegapixel: number; perMegabyte: number }

/**
 * Milliseconds on one core for a flat picture, and what detail adds, by the bytes that it takes (measured with sharp 0.35,
 * decision 35). A GIF's and a moving WebP's frames keep their compressed bytes.
 */
const ENCODE: Readonly<Record<PictureKind, Cost>> = {
  png: { perMegapixel: 20, perMegabyte: 60 },
  jpg: { perMegapixel: 20, perMegabyte: 30 },
  gif: { perMegapixel: 1, perMegabyte: 20 },
  webp: { perMegapixel: 45, perMegabyte: 150 },
  avif: { perMegapixel: 45, perMegabyte: 800 },
}
const MOVING_WEBP: Cost = { perMegapixel: 8, perMegabyte: 80 }
const DECODE: Readonly<Record<PictureKind, Cost>> = {
  png: { perMegapixel: 15, perMegabyte: 30 },
  jpg: { perMegapixel: 10, perMegabyte: 20 },
  gif: { perMegapixel: 5, perMegabyte: 20 },
  webp: { perMegapixel: 15, perMegabyte: 60 },
  avif: { perMegapixel: 26, perMegabyte: 280 },
}
/** A progressive JPEG is decoded once for each of its scans. */
const PROGRESSIVE = 3
const LIGHT_MS = 400
const MAX_MS = 2_000
const MEGA = 1_000_000

/**
 * Where a picture is processed, by what it will cost; `null` where even its pixels alone would take too long, which is
 * known before one of them is decoded.
 */
export const laneOf = (
  kind: PictureKind,
  { width, height, frames, isProgressive }: Dimensions,
  byteLength: number,
  use: Use,
): Lane | null => {
  const { perMegapixel, perMegabyte } =
    use === 'avatar' ? DECODE[kind] : kind === 'webp' && frames > 1 ? MOVING_WEBP : ENCODE[kind]
  // Of an avatar only the first frame is decoded.
  const pixels = width * height * (use === 'example' ? frames : 1)
  const least = (pixels / MEGA) * perMegapixel
  if (least > MAX_MS) return null
  const likely = (least + (byteLength / MEGA) * perMegabyte) * (isProgressive ? PROGRESSIVE : 1)
  return likely > LIGHT_MS ? 'heavy' : 'light'
}

import { limits } from '#core/limits.ts'

const MAX_LONG_SIDE = 2_560
/** An image's long side is not reduced below this number of pixels, so that its details remain readable. */
const MIN_LONG_SIDE = 1_600
const QUALITY = 0.9
/** The qualities to try if an image is still too large at the smallest size. */
const LOWER_QUALITIES = [0.75, 0.6]
/** The image types that the site accepts. Other types that the browser can decode are re-encoded. */
const ACCEPTED_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

type Picture = { type: string; bytes: number; width: number; height: number }
export type ShrinkAttempt = { width: number; height: number; quality: number }

/**
 * Lists the sizes and qualities to try when re-encoding a still image until it is small enough, from 2,560 pixels on
 * its long side down to 1,600. Returns an empty list if the image does not have to change.
 */
export const planShrinkAttempts = ({ type, bytes, width, height }: Picture): ShrinkAttempt[] => {
  const longest = Math.max(width, height)
  if (longest <= MAX_LONG_SIDE && bytes <= limits.fileBytes && ACCEPTED_TYPES.has(type)) return []
  const first = Math.min(longest, MAX_LONG_SIDE)
  const last = Math.min(first, MIN_LONG_SIDE)
  const sides = new Set([first, Math.max(last, Math.round(first * 0.75)), last])
  const attempt = (side: number, quality: number) => ({
    width: Math.max(1, Math.round((width * side) / longest)),
    height: Math.max(1, Math.round((height * side) / longest)),
    quality,
  })
  return [
    ...[...sides].map((side) => attempt(side, QUALITY)),
    ...LOWER_QUALITIES.map((quality) => attempt(last, quality)),
  ]
}

/**
 * Returns true if the re-encoded image should be used, because it is smaller or the original's type is not accepted.
 */
export const shouldUseReencoded = (
  reencoded: { bytes: number },
  original: { type: string; bytes: number },
): boolean => reencoded.bytes < original.bytes || !ACCEPTED_TYPES.has(original.type)

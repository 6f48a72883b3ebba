import { limits } from '#core/limits.ts'

const LONGEST_SIDE = 2_560
/** A picture is not reduced below this length, so that its details stay readable. */
const MIN_LONG_SIDE = 1_600
const QUALITY = 0.9
/** For a picture that is still too large at the smallest size. */
const LOWER_QUALITIES = [0.75, 0.6]
/** Kinds that the site keeps as they are; others a browser can draw are made into one of them. */
const KEPT = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

type Picture = { type: string; bytes: number; width: number; height: number }
export type Attempt = { width: number; height: number; quality: number }

/**
 * The sizes and qualities in which to draw a still picture anew, until one is small enough: 2,560 pixels on its long side
 * at first, 1,600 at last. Empty if the picture can stay as it is.
 */
export const shrinkPlan = ({ type, bytes, width, height }: Picture): Attempt[] => {
  const longest = Math.max(width, height)
  if (longest <= LONGEST_SIDE && bytes <= limits.fileBytes && KEPT.has(type)) return []
  const first = Math.min(longest, LONGEST_SIDE)
  const last = Math.min(first, MIN_LONG_SIDE)
  const sides = new Set([first, Math.max(last, Math.round(first * 0.75)), last])
  const at = (side: number, quality: number) => ({
    width: Math.max(1, Math.round((width * side) / longest)),
    height: Math.max(1, Math.round((height * side) / longest)),
    quality,
  })
  return [
    ...[...sides].map((side) => at(side, QUALITY)),
    ...LOWER_QUALITIES.map((quality) => at(last, quality)),
  ]
}

/** Whether the new one is worth taking: the old would not be let in, or is larger. */
export const isBetter = (made: { bytes: number }, had: { type: string; bytes: number }): boolean =>
  made.bytes < had.bytes || !KEPT.has(had.type)

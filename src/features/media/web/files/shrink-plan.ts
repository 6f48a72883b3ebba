import { limits } from '#core/limits.ts'

export const LONGEST_SIDE = 2_560
/** Kinds that the site keeps as they are; others a browser can draw are made into one of them. */
const KEPT = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

type Picture = { type: string; bytes: number; width: number; height: number }
export type Size = { width: number; height: number }

/** The size in pixels that a still picture is to be drawn anew in; null where it may stay as it is. */
export const shrinkPlan = ({ type, bytes, width, height }: Picture): Size | null => {
  const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return factor < 1 || bytes > limits.fileBytes || !KEPT.has(type) ? scaled({ width, height }, factor) : null
}

export const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
})

/** Whether the new one is worth taking: the old would not be let in, or is larger. */
export const isBetter = (made: { bytes: number }, had: { type: string; bytes: number }): boolean =>
  made.bytes < had.bytes || !KEPT.has(had.type)

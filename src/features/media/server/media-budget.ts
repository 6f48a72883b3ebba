import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'

/** Allows 40 posts with five images of 10 megapixels each. */
const MAX_MEGAPIXELS_PER_HOUR = 2_000
const MAX_FRAMES_PER_HOUR = 5_000
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const MEGAPIXEL = 1_000_000

/** Limits what a member's uploads cost the site. Both methods throw 429 with the time to wait. */
export type MediaBudget = {
  takePixels(userId: number, pixels: number, frames: number): Promise<void>
  takeBytes(userId: number, bytes: number): Promise<void>
}

export const mediaBudget = (
  sql: AnySql,
  { rateLimitScale: scale, uploadMbPerDay }: Pick<Config, 'rateLimitScale' | 'uploadMbPerDay'>,
): MediaBudget => ({
  takePixels: async (userId, pixels, frames) => {
    const amounts = [
      ['pixels', Math.ceil(pixels / MEGAPIXEL), MAX_MEGAPIXELS_PER_HOUR],
      ['frames', frames, MAX_FRAMES_PER_HOUR],
    ] as const
    for (const [name, amount, max] of amounts)
      await takeFromLimit(sql, {
        key: `${name}:${userId}`,
        amount,
        most: max,
        seconds: HOUR_SECONDS,
        scale,
        message: "You've reached your hourly image limit.",
      })
  },
  takeBytes: (userId, bytes) =>
    takeFromLimit(sql, {
      key: `stored:${userId}`,
      amount: Math.ceil(bytes / 1_024),
      most: uploadMbPerDay * 1_024,
      seconds: DAY_SECONDS,
      scale,
      message: "You've reached your daily upload limit.",
    }),
})

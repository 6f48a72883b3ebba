import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'

/** 40 posts of five pictures of 10 megapixels. */
const MAX_MEGAPIXELS_PER_HOUR = 2_000
const MAX_FRAMES_PER_HOUR = 5_000
const [HOUR, DAY] = [3_600, 86_400]
const MEGA = 1_000_000

/** What a member's files may cost the site. Both throw 429 with the time after which they are accepted again. */
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
      ['pixels', Math.ceil(pixels / MEGA), MAX_MEGAPIXELS_PER_HOUR],
      ['frames', frames, MAX_FRAMES_PER_HOUR],
    ] as const
    for (const [name, amount, most] of amounts)
      await takeFromLimit(sql, {
        ...{ key: `${name}:${userId}`, amount, most, seconds: HOUR, scale },
        message: 'You have uploaded as many pictures as fit into an hour.',
      })
  },
  takeBytes: (userId, bytes) =>
    takeFromLimit(sql, {
      ...{ key: `stored:${userId}`, amount: Math.ceil(bytes / 1_024), most: uploadMbPerDay * 1_024 },
      ...{ seconds: DAY, scale, message: 'You have uploaded as much as fits into a day.' },
    }),
})

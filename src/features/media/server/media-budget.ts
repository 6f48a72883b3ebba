import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '#server/limits/rate-limit.ts'

/** The hourly limit per member, enough for 40 posts with five images of 10 megapixels each. */
const MAX_MEGAPIXELS_PER_HOUR = 2_000
const MAX_FRAMES_PER_HOUR = 5_000
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const MEGAPIXEL = 1_000_000
/** How many members may use up their daily bytes from one IP address, such as that of a school. */
const MEMBERS_PER_ADDRESS = 4

/**
 * Limits the processing time and storage that a member's uploads can use. Both methods throw 429 with the time to
 * wait.
 */
export type MediaBudget = {
  consumePixels(userId: number, pixels: number, frames: number): Promise<void>
  consumeBytes(userId: number, bytes: number): Promise<void>
  /** Charges a piece of an upload as it arrives, to the member and to their IP address. */
  consumePiece(sender: { userId: number; ip: string }, bytes: number): Promise<void>
}

export const createMediaBudget = (
  sql: AnySql,
  { rateLimitScale: scale, uploadMbPerDay }: Pick<Config, 'rateLimitScale' | 'uploadMbPerDay'>,
): MediaBudget => {
  const bytesLimit = (bytes: number) => ({
    amount: Math.ceil(bytes / 1_024),
    windowSeconds: DAY_SECONDS,
    scale,
    message: "You've reached your daily upload limit.",
  })
  const max = uploadMbPerDay * 1_024
  const consumeBytes = (userId: number, bytes: number) =>
    consumeRateLimit(sql, { key: `stored:${userId}`, max, ...bytesLimit(bytes) })
  return {
    consumePixels: async (userId, pixels, frames) => {
      const amounts = [
        ['pixels', Math.ceil(pixels / MEGAPIXEL), MAX_MEGAPIXELS_PER_HOUR],
        ['frames', frames, MAX_FRAMES_PER_HOUR],
      ] as const
      for (const [name, amount, max] of amounts)
        await consumeRateLimit(sql, {
          key: `${name}:${userId}`,
          amount,
          max,
          windowSeconds: HOUR_SECONDS,
          scale,
          message: "You've reached your hourly image limit.",
        })
    },
    consumeBytes,
    consumePiece: async ({ userId, ip }, bytes) => {
      await consumeAddressRateLimit(sql, {
        key: 'upload-bytes',
        ip,
        max: max * MEMBERS_PER_ADDRESS,
        ...bytesLimit(bytes),
      })
      await consumeBytes(userId, bytes)
    },
  }
}

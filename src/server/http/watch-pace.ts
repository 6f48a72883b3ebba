import { badRequest } from '#core/failure.ts'

const CHECKED_MS = 5_000
/** Any body may take so long. */
const PATIENCE_MS = 30_000
/** Bytes a millisecond from then on, which is a slow telephone's 256 kbit/s. */
const SLOWEST = 32

/** In milliseconds: 35 MB at the slowest pace, and the patience. */
export const LONGEST_REQUEST = 20 * 60_000

/**
 * Whoever sends a large body holds one of few places: one that comes too slowly, or not at all, loses it. `lost` rejects with
 * 400 then; not with 408, after which browsers send the whole of it again by themselves.
 */
export const watchPace = (received: () => number): { lost: Promise<never>; stop(): void } => {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting any more.
  lost.catch(() => {})
  const began = Date.now()
  const timer = setInterval(() => {
    if (received() < (Date.now() - began - PATIENCE_MS) * SLOWEST)
      reject(badRequest('The upload came too slowly, please try again'))
  }, CHECKED_MS)
  return { lost, stop: () => clearInterval(timer) }
}

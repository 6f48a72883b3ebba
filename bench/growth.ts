export type MemorySample = { minute: number; residentMb: number; heapMb: number }

/**
 * A value has grown if it rises by more than this fraction of its mean during the second half of the samples.
 */
const MAX_SHARE = 0.05

type Growth = {
  /** The slope per hour of a line through the samples of the second half. */
  perHour: number
  /** How much the line rises during the second half, as a fraction of the mean. */
  share: number
  hasGrown: boolean
}

/**
 * Fits a least-squares line to the second half of the samples to determine whether a value grows. The first
 * half is ignored because caches are still filling up.
 */
export const measureMemoryGrowth = (
  samples: readonly MemorySample[],
  read: (sample: MemorySample) => number,
): Growth => {
  const half = samples.slice(Math.floor(samples.length / 2))
  const [first, last] = [half[0], half.at(-1)]
  if (!first || !last || first === last) return { perHour: 0, share: 0, hasGrown: false }
  const mean = (of: (sample: MemorySample) => number) =>
    half.reduce((sum, sample) => sum + of(sample), 0) / half.length
  const [meanMinute, meanValue] = [mean(({ minute }) => minute), mean(read)]
  const covariance = mean((sample) => (sample.minute - meanMinute) * (read(sample) - meanValue))
  const slope = covariance / mean(({ minute }) => (minute - meanMinute) ** 2)
  const share = (slope * (last.minute - first.minute)) / meanValue
  return { perHour: slope * 60, share, hasGrown: share > MAX_SHARE }
}

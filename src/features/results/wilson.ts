/** The 97.5th percentile of the normal distribution, for a two-sided 95 % confidence interval. */
const Z = 1.96

/**
 * Returns the lower bound of the Wilson score interval for a proportion of successes, from 0 to 1. It ranks
 * 90 of 100 above 1 of 1, because a single report proves little (E. B. Wilson, 1927).
 */
export const wilsonLowerBound = (successes: number, total: number): number => {
  if (total === 0) return 0
  const share = successes / total
  const center = share + Z ** 2 / (2 * total)
  const margin = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * total)) / total)
  return (center - margin) / (1 + Z ** 2 / total)
}

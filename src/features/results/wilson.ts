/** The 97.5th percentile of the normal distribution: 95 % of such intervals contain the true share. */
const Z = 1.96

/**
 * The lower end of Wilson's interval for the share of successes, from 0 to 1. It puts 90 of 100 before 1 of 1, because a
 * single report says little (E. B. Wilson, 1927).
 */
export const wilsonLowerBound = (successes: number, total: number): number => {
  if (total === 0) return 0
  const share = successes / total
  const center = share + Z ** 2 / (2 * total)
  const margin = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * total)) / total)
  return (center - margin) / (1 + Z ** 2 / total)
}

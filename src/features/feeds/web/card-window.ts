/** Cards from `start` up to, not with, `end`. */
export type Range = { start: number; end: number }
export type Heights = Map<number, number>

const GUESS = 360

/** A card's height, or what cards are high on the whole while it was never on the page. */
const averageOf = (heights: Heights): number => {
  if (heights.size === 0) return GUESS
  let sum = 0
  for (const height of heights.values()) sum += height
  return sum / heights.size
}

/** How high these cards are together. */
export const heightOf = (ids: readonly number[], heights: Heights): number => {
  const average = averageOf(heights)
  let sum = 0
  for (const id of ids) sum += heights.get(id) ?? average
  return sum
}

/** The cards that lie between two heights, counted from the list's top; at least one when there are any. */
export const rangeBetween = (ids: readonly number[], heights: Heights, from: number, to: number): Range => {
  const average = averageOf(heights)
  let start = -1
  let top = 0
  for (const [at, id] of ids.entries()) {
    if (top >= to && start >= 0) return { start, end: at }
    const bottom = top + (heights.get(id) ?? average)
    if (start < 0 && (bottom > from || at === ids.length - 1)) start = at
    top = bottom
  }
  return { start: Math.max(0, start), end: ids.length }
}

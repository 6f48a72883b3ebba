/** The cards from `start` (inclusive) to `end` (exclusive). */
export type CardRange = { start: number; end: number }
export type CardHeights = Map<number, number>

/** The assumed height of a card in pixels until one has been measured. */
const ESTIMATED_CARD_HEIGHT = 360

/** Returns the average height of the measured cards, which is used for unmeasured ones. */
const averageOf = (heights: CardHeights): number => {
  if (heights.size === 0) return ESTIMATED_CARD_HEIGHT
  let sum = 0
  for (const height of heights.values()) sum += height
  return sum / heights.size
}

/** Returns the total height of these cards. */
export const getTotalHeight = (ids: readonly number[], heights: CardHeights): number => {
  const average = averageOf(heights)
  let sum = 0
  for (const id of ids) sum += heights.get(id) ?? average
  return sum
}

/**
 * Returns the range of cards between two offsets from the top of the list; at least one card unless the list is empty.
 */
export const getVisibleRange = (
  ids: readonly number[],
  heights: CardHeights,
  from: number,
  to: number,
): CardRange => {
  const average = averageOf(heights)
  let start = -1
  let top = 0
  for (const [index, id] of ids.entries()) {
    if (top >= to && start >= 0) return { start, end: index }
    const bottom = top + (heights.get(id) ?? average)
    if (start < 0 && (bottom > from || index === ids.length - 1)) start = index
    top = bottom
  }
  return { start: Math.max(0, start), end: ids.length }
}

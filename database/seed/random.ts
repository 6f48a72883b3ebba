export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

/** Creates a deterministic pseudorandom number generator (mulberry32): the same seed yields the same numbers. */
export const createRandom = (seed: string): Random => {
  let state = [...seed].reduce(
    (sum, character) => Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}

import { hasAny, words } from '../bag.ts'

/** One thing that a prompt of some type says or leaves open. */
export type Part<Id extends string = string> = {
  id: Id
  /** Whether the text says it already; `bag` are its words. */
  isIn(text: string, bag: string): boolean
}

/** Found by words, or by a pattern (which must be linear: no nested or unbounded repetition). */
export const part = <const Id extends string>(id: Id, list: string, pattern?: RegExp): Part<Id> => {
  const known = words(list)
  return { id, isIn: (text, bag) => hasAny(bag, known) || (pattern?.test(text) ?? false) }
}

/** The parts that the text leaves open. */
export const missingOf = <Id extends string>(
  parts: readonly Part<Id>[],
  text: string,
  bag: string,
): Set<Id> => new Set(parts.filter((each) => !each.isIn(text, bag)).map(({ id }) => id))

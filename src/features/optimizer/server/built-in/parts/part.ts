import { hasAny, words } from '../bag.ts'

/** A detail that a prompt can specify or leave open, such as the tone of a text. */
export type Part<Id extends string = string> = {
  id: Id
  /** Whether the text specifies it; `tokens` is the text as normalized tokens. */
  isIn(text: string, tokens: string): boolean
}

/** Detected by words or by a pattern, which must run in linear time: no nested or unbounded repetition. */
export const part = <const Id extends string>(id: Id, list: string, pattern?: RegExp): Part<Id> => {
  const keywords = words(list)
  return { id, isIn: (text, tokens) => hasAny(tokens, keywords) || (pattern?.test(text) ?? false) }
}

/** The parts that the text does not specify. */
export const missingOf = <Id extends string>(
  parts: readonly Part<Id>[],
  text: string,
  tokens: string,
): Set<Id> => new Set(parts.filter((each) => !each.isIn(text, tokens)).map(({ id }) => id))

import { containsAnyWord, parseWordList } from '../tokens.ts'

/** A detail that a prompt may specify, such as the tone of the answer. */
export type PromptPart<Id extends string = string> = {
  id: Id
  /** Returns whether the text specifies the part; `tokens` are the text's normalized tokens. */
  isSpecifiedIn(text: string, tokens: string): boolean
}

/**
 * Defines a part that is detected by words or by a pattern, which must run in linear time: no nested or unbounded
 * repetition.
 */
export const definePromptPart = <const Id extends string>(
  id: Id,
  list: string,
  pattern?: RegExp,
): PromptPart<Id> => {
  const keywords = parseWordList(list)
  return {
    id,
    isSpecifiedIn: (text, tokens) => containsAnyWord(tokens, keywords) || (pattern?.test(text) ?? false),
  }
}

/** Returns the parts that the text does not specify. */
export const findMissingPromptParts = <Id extends string>(
  parts: readonly PromptPart<Id>[],
  text: string,
  tokens: string,
): Set<Id> => new Set(parts.filter((each) => !each.isSpecifiedIn(text, tokens)).map(({ id }) => id))

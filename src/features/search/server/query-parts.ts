import { type AnalyzedTerm, type SearchTerm, withWeight } from './search-terms.ts'
import { SEGMENTED_SCRIPTS } from './segmented-scripts.ts'

/** The index treats a sequence of these characters as a phrase. */
const SEGMENTED = new RegExp(String.raw`[${SEGMENTED_SCRIPTS}\p{M}]+`, 'gu')
const CHARACTER = /\P{M}\p{M}*/gu
/** The maximum number of parts in a search for partial matches. */
const MAX_PARTS = 24

/**
 * Splits a query into parts to search for individually if too few posts match all of it: words, parts of
 * names (node, js) and, in text without spaces, each pair of adjacent characters, because there is no
 * dictionary for these languages. A quoted phrase is not split.
 */
export const splitTermsIntoParts = (terms: readonly AnalyzedTerm[]): SearchTerm[] => {
  const texts = terms.flatMap(({ text, isExcluded, query, hasSynonyms }) => {
    if (isExcluded) return []
    if (hasSynonyms || text.startsWith('"') || !query.includes('<')) return [text]
    const spaced = text.replace(SEGMENTED, ' ').split(/[^\p{L}\p{N}+#]+/u)
    return [...spaced, ...(text.match(SEGMENTED) ?? []).flatMap(pairsOf)].filter(Boolean)
  })
  return [...new Set(texts)].slice(0, MAX_PARTS).map((text) => ({ text, isExcluded: false, alternative: 0 }))
}

const pairsOf = (run: string): string[] => {
  const characters = run.match(CHARACTER) ?? []
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A part of a query. Four tsqueries: the part itself, its words alone (for the index), the part in a title or description. */
export type QueryPart = {
  query: string
  words: string
  inTitle: string
  inDescription: string
  /** True for words that reveal little about the subject. */
  isRequest: boolean
}

/**
 * Stems of words that phrase a request without describing its subject. They get a low weight because they
 * reveal little about what the user wants.
 */
const REQUEST_WORDS = new Set(
  'ai best better build chatgpt creat find generat get give good great help i make me need pleas show tell use want write'.split(
    ' ',
  ),
)

/** Leaves out stop words. */
export const toQueryParts = (parts: readonly AnalyzedTerm[]): QueryPart[] =>
  parts
    .filter(({ query, lexemes }) => query !== '' && lexemes.length > 0)
    .map(({ query, words, lexemes }) => ({
      query,
      words,
      inTitle: withWeight(query, 'A'),
      inDescription: withWeight(query, 'B'),
      isRequest: areRequestWords(lexemes),
    }))

const areRequestWords = (lexemes: readonly string[]) => lexemes.every((lexeme) => REQUEST_WORDS.has(lexeme))

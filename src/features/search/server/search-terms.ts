/** A word or a "phrase" of a query, as typed. */
export type SearchTerm = {
  /** The text without the hyphen that excludes it. A phrase keeps its quotes. */
  text: string
  isExcluded: boolean
  /** Terms with the same number form one alternative; `or` starts the next one. */
  alternative: number
}

/** A term as PostgreSQL parses it. */
export type AnalyzedTerm = SearchTerm & {
  /** The term as a tsquery. A word with several parts becomes a phrase. */
  query: string
  /** The lexemes of the term in the index. Empty for a stop word. */
  lexemes: readonly string[]
}

/**
 * The maximum number of words and phrases in a search, because each of them takes time. The page shows how
 * many were ignored.
 */
export const MAX_SEARCH_TERMS = 12

const TERM = /(-?)("[^"]*"?|[^\s"]+)/gu

/** Splits the text that `parseQuery` returns into terms. */
export const parseTerms = (text: string): SearchTerm[] => {
  const terms: SearchTerm[] = []
  let alternative = 0
  for (const [whole, hyphen, term = ''] of text.matchAll(TERM)) {
    if (whole.toLowerCase() === 'or') alternative += 1
    else terms.push({ text: term, isExcluded: hyphen === '-', alternative })
  }
  return terms
}

/** The tsqueries of a search. Each is an empty string if the query has no such terms. */
export type SearchQueries = {
  /** The whole query with its phrases, alternatives and exclusions. */
  strict: string
  /**
   * The words alone, which the index can find without reading any posts. They match a superset of the posts that match
   * `strict`.
   */
  words: string
  /** The lexemes of all words that are not excluded. */
  lexemes: readonly string[]
  /** An `or` query over these lexemes, for ranking. Its cost grows with the number of words. */
  any: string
  /** An `or` query over all excluded words. */
  excluded: string
  /** Whether `words` and `strict` match the same posts. */
  isExact: boolean
  /** The terms of the search, and the number of excess terms that were ignored. */
  terms: readonly AnalyzedTerm[]
  ignoredTerms: number
}

/** Combines the terms into tsqueries, leaving out stop words. */
export const buildSearchQueries = (analyzed: readonly AnalyzedTerm[]): SearchQueries => {
  const indexedTerms = analyzed.filter(({ query, lexemes }) => query !== '' && lexemes.length > 0)
  const terms = indexedTerms.slice(0, MAX_SEARCH_TERMS)
  const alternatives = [...new Set(terms.map(({ alternative }) => alternative))].map((number) =>
    terms.filter(({ alternative }) => alternative === number),
  )
  const includedTerms = terms.filter(({ isExcluded }) => !isExcluded)
  const lexemes = [...new Set(includedTerms.flatMap((term) => term.lexemes))]
  const isIndexed = alternatives.every((all) => all.some(({ isExcluded }) => !isExcluded))
  return {
    strict: joinWithOr(alternatives.map((all) => joinWithAnd(all.map(strictQuery)))),
    words: isIndexed
      ? joinWithOr(
          alternatives.map((all) =>
            joinWithAnd(
              all.flatMap(({ isExcluded, lexemes }) => (isExcluded ? [] : lexemes.map(quoteLexeme))),
            ),
          ),
        )
      : '',
    lexemes,
    any: joinWithOr(lexemes.map(quoteLexeme)),
    excluded: joinWithOr(terms.filter(({ isExcluded }) => isExcluded).map(({ query }) => query)),
    isExact: terms.every(({ isExcluded, query }) => !isExcluded && !query.includes('<')),
    terms,
    ignoredTerms: indexedTerms.length - terms.length,
  }
}

const strictQuery = ({ query, isExcluded }: AnalyzedTerm) => (isExcluded ? `!(${query})` : `(${query})`)
const joinWithAnd = (parts: readonly string[]) => parts.join(' & ')
const joinWithOr = (parts: readonly string[]) =>
  parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' | ')

/** Quotes a lexeme for a tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

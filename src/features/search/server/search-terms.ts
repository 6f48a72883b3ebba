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
  /** The lexemes as a tsquery, which the index can find without reading a post. */
  words: string
  /** Whether words that mean the same have been added. */
  hasSynonyms?: boolean
}

/** All words that mean the same as a term, the term included. */
export type Synonyms = Pick<AnalyzedTerm, 'query' | 'words' | 'lexemes'>

/** A term with its synonyms, and with those of the term and the next one together. */
export type TermWithSynonyms = { term: AnalyzedTerm; own: Synonyms | null; pair: Synonyms | null }

/** The maximum number of terms with synonyms in a search, because each word of them takes time. */
const MAX_WITH_SYNONYMS = 4

/**
 * Adds the synonyms to terms, so that a post needs only one of the words that mean the same. Two terms that have synonyms
 * together become one. Phrases and excluded words stay as they are.
 */
export const addSynonyms = (terms: readonly TermWithSynonyms[]): AnalyzedTerm[] => {
  const result: AnalyzedTerm[] = []
  let count = 0
  for (let index = 0; index < terms.length; index += 1) {
    const { term, own, pair } = terms[index] as TermWithSynonyms
    const next = terms[index + 1]?.term
    const isPair = pair !== null && isPlain(term) && isPlain(next) && next?.alternative === term.alternative
    const synonyms = isPair ? pair : isPlain(term) ? own : null
    if (!synonyms || count === MAX_WITH_SYNONYMS) result.push(term)
    else {
      count += 1
      const text = isPair ? `${term.text} ${next?.text}` : term.text
      result.push({ ...term, ...synonyms, text, hasSynonyms: true })
      if (isPair) index += 1
    }
  }
  return result
}

const isPlain = (term: AnalyzedTerm | undefined) =>
  term !== undefined && !term.isExcluded && !term.text.startsWith('"')

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
  /** The words in their order, next to each other. Empty unless there are several, without alternatives. */
  phrase: string
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
            joinWithAnd(all.flatMap(({ isExcluded, words }) => (isExcluded ? [] : [`(${words})`]))),
          ),
        )
      : '',
    lexemes,
    any: joinWithOr(lexemes.map(quoteLexeme)),
    excluded: joinWithOr(terms.filter(({ isExcluded }) => isExcluded).map(({ query }) => query)),
    phrase: alternatives.length === 1 ? joinAsPhrase(analyzed) : '',
    isExact: terms.every(({ isExcluded, query }) => !isExcluded && !query.includes('<')),
    terms,
    ignoredTerms: indexedTerms.length - terms.length,
  }
}

/** Joins the words of a query to a phrase. Words that the index leaves out count as distance. */
const joinAsPhrase = (analyzed: readonly AnalyzedTerm[]): string => {
  let phrase = ''
  let distance = 0
  let count = 0
  for (const { query, isExcluded } of analyzed.slice(0, MAX_SEARCH_TERMS)) {
    if (isExcluded) continue
    distance += 1
    if (query === '') continue
    phrase = phrase === '' ? `(${query})` : `${phrase} <${distance}> (${query})`
    distance = 0
    count += 1
  }
  return count > 1 ? phrase : ''
}

const strictQuery = ({ query, isExcluded }: AnalyzedTerm) => (isExcluded ? `!(${query})` : `(${query})`)
const joinWithAnd = (parts: readonly string[]) => parts.join(' & ')
const joinWithOr = (parts: readonly string[]) =>
  parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' | ')

/** Quotes a lexeme for a tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Restricts a tsquery to words with the given weight label. */
export const withWeight = (query: string, weight: 'A' | 'B') =>
  query.replace(/'(?:[^']|'')*'/gu, (lexeme) => `${lexeme}:${weight}`)

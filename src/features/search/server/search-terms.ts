/** A word or a "phrase" of a query, as it was typed. */
export type Term = {
  /** Without its hyphen; a phrase keeps its quotes. */
  text: string
  isExcluded: boolean
  /** Terms with the same number belong together; `or` begins the next alternative. */
  alternative: number
}

/** A term as PostgreSQL reads it. */
export type AnalyzedTerm = Term & {
  /** The term as a tsquery; a word of several parts is a phrase. */
  query: string
  /** The words that the index knows of the term; none of a stop word. */
  lexemes: readonly string[]
}

/** How many words or phrases of a query are searched for; each costs time. The rest is ignored, and the page says so. */
export const MAX_TERMS = 12

const TERM = /(-?)("[^"]*"?|[^\s"]+)/gu

/** The terms of what `parseQuery` has left of the typed text. */
export const termsOf = (text: string): Term[] => {
  const terms: Term[] = []
  let alternative = 0
  for (const [whole, hyphen, term = ''] of text.matchAll(TERM)) {
    if (whole.toLowerCase() === 'or') alternative += 1
    else terms.push({ text: term, isExcluded: hyphen === '-', alternative })
  }
  return terms
}

/** What a search looks for, each part in the notation of a tsquery; an empty text where there is no such part. */
export type SearchQueries = {
  /** Everything that was typed: phrases, alternatives and exclusions. */
  strict: string
  /** The words alone, which an index finds without reading the posts; `strict` never finds a post that this does not. */
  words: string
  /** Any one of the words, for ranking: it costs time in proportion to their number. */
  any: string
  /** Any one of the words that are excluded. */
  excluded: string
  /** Whether `words` finds exactly what `strict` finds. */
  isExact: boolean
  /** The terms that are searched for, and how many were left out because there are too many. */
  terms: readonly AnalyzedTerm[]
  ignoredTerms: number
}

/** Combines the terms; stop words are left out. */
export const queriesOf = (analyzed: readonly AnalyzedTerm[]): SearchQueries => {
  const known = analyzed.filter(({ query, lexemes }) => query !== '' && lexemes.length > 0)
  const terms = known.slice(0, MAX_TERMS)
  const alternatives = [...new Set(terms.map(({ alternative }) => alternative))].map((number) =>
    terms.filter(({ alternative }) => alternative === number),
  )
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const isIndexed = alternatives.every((all) => all.some(({ isExcluded }) => !isExcluded))
  return {
    strict: joinAny(alternatives.map((all) => joinAll(all.map(strictQuery)))),
    words: isIndexed
      ? joinAny(
          alternatives.map((all) =>
            joinAll(all.flatMap(({ isExcluded, lexemes }) => (isExcluded ? [] : lexemes.map(quoteLexeme)))),
          ),
        )
      : '',
    any: joinAny([...new Set(wanted.flatMap(({ lexemes }) => lexemes.map(quoteLexeme)))]),
    excluded: joinAny(terms.filter(({ isExcluded }) => isExcluded).map(({ query }) => query)),
    isExact: terms.every(({ isExcluded, query }) => !isExcluded && !query.includes('<')),
    terms,
    ignoredTerms: known.length - terms.length,
  }
}

const strictQuery = ({ query, isExcluded }: AnalyzedTerm) => (isExcluded ? `!(${query})` : `(${query})`)
const joinAll = (parts: readonly string[]) => parts.join(' & ')
const joinAny = (parts: readonly string[]) =>
  parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' | ')

/** A lexeme in the notation of a tsquery. */
export const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

import type { Viewer } from '#core/viewer.ts'
import { getMaxPromptInLists, selectCardsById } from '#features/posts/server/card-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import type { SearchResult } from '../contract.ts'
import { findSearchPage, type SearchPage } from './find-search-page.ts'
import { selectMatchingWords } from './highlight-query.ts'
import { createHighlighter } from './highlight-results.ts'
import { MIN_FULL_MATCH_RANK } from './rank-query.ts'
import type { SearchQuery } from './search-request.ts'
import { ENOUGH_MATCHES } from './store.ts'
import { SEARCH_STATEMENT_TIMEOUT_MS } from './terms-query.ts'
import { isCanceledStatement } from './time-limit.ts'
import { createWordPattern } from './word-pattern.ts'

/** Returns a page of results, best first. If no post matches, also tries the query with corrected spelling. */
export const searchWithSpellingCorrection = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  /** The time limit for the whole search in milliseconds. */
  ms = scaleTimeLimit(1_000),
): Promise<SearchResult[]> =>
  findSearchPage(sql, viewer, query, {
    // Reserves time for the last statement, which may start just before the deadline.
    ms: ms - SEARCH_STATEMENT_TIMEOUT_MS,
    read: (connection, page) => readResults(connection, viewer, page),
  })

const readResults = async (
  sql: AnySql,
  viewer: Viewer,
  { matches, count, text, lexemes, correctedTo, ignoredTerms }: SearchPage,
): Promise<SearchResult[]> => {
  if (matches.length === 0) return []
  const ids = matches.map((match) => match.id)
  const pattern = createWordPattern(lexemes)
  const maxPromptLength = getMaxPromptInLists(viewer)
  const [cards, words] = await Promise.all([
    selectCardsById(sql, viewer, ids),
    pattern ? selectMatchingWords(sql, ids, { lexemes, pattern, maxPromptLength }).catch(withoutWords) : [],
  ])
  const highlight = createHighlighter(words, lexemes, text)
  const ranks = new Map(matches.map((match) => [match.id, match.rank]))
  const found = count === null ? null : { count, isMore: count >= ENOUGH_MATCHES }
  return cards.map((card) => {
    const rank = ranks.get(card.id) ?? 0
    return {
      ...card,
      rank,
      marked: {
        title: highlight(card.title),
        description: highlight(card.description),
        prompt: highlight(card.prompt),
      },
      correctedTo,
      isPartial: found !== null && rank < MIN_FULL_MATCH_RANK,
      found,
      ignoredTerms,
    }
  })
}

/** Results without highlights are better than none. The cards have been read by then. */
const withoutWords = (error: unknown): string[] => {
  if (isCanceledStatement(error)) return []
  throw error
}

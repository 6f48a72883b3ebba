import type { Viewer } from '#core/viewer.ts'
import { selectCardsById } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import type { SearchResult } from '../contract.ts'
import { findSearchPage } from './find-search-page.ts'
import { highlightResults } from './highlight-results.ts'
import type { SearchQuery } from './search-request.ts'
import { MAX_RANKED_MATCHES, MIN_FULL_MATCH_RANK } from './store.ts'
import { SEARCH_STATEMENT_TIMEOUT_MS } from './terms-query.ts'

/** Returns a page of results, best first. If no post matches, also tries the query with corrected spelling. */
export const searchWithSpellingCorrection = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  /** The time limit for the whole search in milliseconds. */
  ms = scaleTimeLimit(1_000),
): Promise<SearchResult[]> => {
  // Reserves time for the last statement, which may start just before the deadline.
  const { matches, count, correctedTo, ignoredTerms, ...searched } = await findSearchPage(
    sql,
    viewer,
    query,
    ms - SEARCH_STATEMENT_TIMEOUT_MS,
  )
  if (matches.length === 0) return []
  const ids = matches.map((match) => match.id)
  const cards = await selectCardsById(sql, viewer, ids)
  const ranks = new Map(matches.map((match) => [match.id, match.rank]))
  const marked = await highlightResults(sql, cards, searched)
  const found =
    count === null
      ? null
      : { count: Math.min(count, MAX_RANKED_MATCHES), isMore: count >= MAX_RANKED_MATCHES }
  return cards.map((card, index) => {
    const rank = ranks.get(card.id) ?? 0
    return {
      ...card,
      rank,
      marked: marked[index] ?? { title: card.title, description: card.description, prompt: card.prompt },
      correctedTo,
      isPartial: found !== null && rank < MIN_FULL_MATCH_RANK,
      found,
      ignoredTerms,
    }
  })
}

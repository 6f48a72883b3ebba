import type { Viewer } from '#core/viewer.ts'
import { listCardsById } from '#features/posts/server/card-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { SearchResult } from '../contract.ts'
import { findPage, type SearchQuery } from './find-page.ts'
import { markResults } from './mark-results.ts'
import { FULL_RANK, RANKED } from './store.ts'
import { STATEMENT_MS } from './terms-query.ts'

/** A page of results, best first. Words that occur nowhere are corrected when nothing else is found. */
export const searchPostsFor = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  /** How long it may take altogether. */
  ms = 1_000,
): Promise<SearchResult[]> => {
  // The last statement may begin when the time is nearly over.
  const { matches, count, correctedTo, ignoredTerms, ...asked } = await findPage(
    sql,
    viewer,
    query,
    ms - STATEMENT_MS,
  )
  if (matches.length === 0) return []
  const ids = matches.map((match) => match.id)
  const cards = await listCardsById(sql, viewer, ids)
  const ranks = new Map(matches.map((match) => [match.id, match.rank]))
  const marked = await markResults(sql, cards, asked)
  const found = count === null ? null : { count: Math.min(count, RANKED), isMore: count >= RANKED }
  return cards.map((card, at) => {
    const rank = ranks.get(card.id) ?? 0
    return {
      ...card,
      rank,
      marked: marked[at] ?? { title: card.title, description: card.description, prompt: card.prompt },
      correctedTo,
      isPartial: found !== null && rank < FULL_RANK,
      found,
      ignoredTerms,
    }
  })
}

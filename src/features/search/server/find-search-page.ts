import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import {
  correctUnknownWords,
  findCorrectableWords,
  generateSpellingCandidates,
  type SpellingSuggestion,
} from './correct-spelling.ts'
import { findMatches, sliceMatches, sortMatches } from './find-matches.ts'
import { findPartialMatches, MIN_FULL_MATCHES } from './find-partial-matches.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { hasFilters, type SearchQuery, toSearchRequest } from './search-request.ts'
import type { SearchQueries } from './search-terms.ts'
import { selectSpellingSuggestions } from './spelling-suggestions-query.ts'
import * as store from './store.ts'
import { analyzeQuery, prepareSearch } from './terms-query.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

export type SearchPage = {
  /** The matches on the requested page. */
  matches: readonly store.SearchMatch[]
  /**
   * The number of posts that match all words, counted up to a limit. Null if the query has no words, in which case each
   * page is read directly.
   */
  count: number | null
  /** The search text, and its words as a tsquery. */
  text: string
  words: string
  correctedTo: string | null
  /** The number of terms that were ignored because the query has too many. */
  ignoredTerms: number
}

/** The time limit for a search. Results that take longer are not worth waiting for. */
const SEARCH_MS = scaleTimeLimit(400)
const CORRECTION_MS = scaleTimeLimit(100)
const NO_RESULTS: SearchPage = {
  matches: [],
  count: 0,
  text: '',
  words: '',
  correctedTo: null,
  ignoredTerms: 0,
}

/**
 * Finds a page of matches within `ms` milliseconds. A search that had to end before it found anything is repeated if
 * there is time, because usually the machine was busy for a moment or its caches were cold.
 */
export const findSearchPage = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  ms: number,
): Promise<SearchPage> => {
  const parsed = parseQuery(query.q)
  if (parsed.text === '' && !hasFilters(parsed)) return NO_RESULTS
  const total = startTimeLimit(ms)
  const attempt = async () => {
    const time = startTimeLimit(total.remainingMs(SEARCH_MS))
    const found = await findUntilDeadline(sql, viewer, query, parsed, time)
    return { found, isComplete: found.matches.length > 0 || time.remainingMs(1) > 0 }
  }
  const { found, isComplete } = await attempt()
  return isComplete || total.remainingMs(1) === 0 ? found : (await attempt()).found
}

/** At the deadline, ends the transaction and returns what has been found so far. */
const findUntilDeadline = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  parsed: ParsedQuery,
  time: TimeLimit,
): Promise<SearchPage> => {
  let found = NO_RESULTS
  const search = async (transaction: AnySql) => {
    await prepareSearch(transaction)
    await time.run(async () => {
      const request = await toSearchRequest(transaction, viewer, query, parsed)
      if (request) found = await findRequested(transaction, request, time, hasFilters(parsed))
    })
  }
  await sql.begin('read only', search).catch((error: unknown) => {
    if (!time.isCanceled()) throw error
  })
  return found
}

const findRequested = async (
  sql: AnySql,
  request: store.SearchRequest,
  time: TimeLimit,
  isFiltered: boolean,
): Promise<SearchPage> => {
  const queries = await analyzeQuery(sql, request.text)
  if (queries.words !== '') return findWords(sql, request, queries, time)
  const matches = queries.terms.length
    ? await store.selectPostsByExclusion(sql, { request, queries, ms: time.remainingMs(SEARCH_MS) })
    : isFiltered
      ? await store.selectPostsByFilters(sql, request)
      : []
  return { ...NO_RESULTS, matches, count: queries.terms.length || isFiltered ? null : 0 }
}

/** A query's text, its tsqueries, and the posts that match the complete query. */
type Attempt = { text: string; queries: SearchQueries; all: readonly store.SearchMatch[] }

/**
 * Finds the posts that match all words or, if there are none, all words with corrected spelling. If there are only a
 * few, appends posts that match some of the words.
 */
const findWords = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  time: TimeLimit,
): Promise<SearchPage> => {
  const typed = { text: request.text, queries, all: await findMatches(sql, request, queries, time) }
  const {
    text,
    all,
    queries: usedQueries,
  } = typed.all.length ? typed : await correct(sql, request, typed, time)
  const partial =
    all.length < MIN_FULL_MATCHES
      ? await findPartialMatches(sql, { ...request, text }, usedQueries, time)
      : []
  const ids = new Set(all.map(({ id }) => id))
  const allMatches = [...all, ...partial.filter(({ id }) => !ids.has(id))]
  return {
    matches: sliceMatches(await sortMatches(sql, allMatches, request), request),
    count: all.length,
    text,
    words: usedQueries.any,
    correctedTo: text === request.text || allMatches.length === 0 ? null : text,
    ignoredTerms: usedQueries.ignoredTerms,
  }
}

/**
 * Returns the first corrected text that at least one post matches fully. If there is none, returns the text with only
 * its unknown words corrected.
 */
const correct = async (
  sql: AnySql,
  request: store.SearchRequest,
  typed: Attempt,
  time: TimeLimit,
): Promise<Attempt> => {
  const suggestions = await suggestionsFor(sql, request, time)
  for (const text of generateSpellingCandidates(request.text, suggestions)) {
    const queries = await analyzeQuery(sql, text)
    const all = await findMatches(sql, { ...request, text }, queries, time)
    if (all.length > 0) return { text, queries, all }
  }
  const text = time.isCanceled() ? null : correctUnknownWords(request.text, suggestions)
  return text === null ? typed : { text, queries: await analyzeQuery(sql, text), all: [] }
}

const suggestionsFor = async (
  sql: AnySql,
  { text, isMember }: store.SearchRequest,
  time: TimeLimit,
): Promise<readonly SpellingSuggestion[]> => {
  const words = findCorrectableWords(text)
  const ms = time.remainingMs(CORRECTION_MS)
  return words.length === 0 || ms === 0 ? [] : selectSpellingSuggestions(sql, words, { isMember, ms })
}

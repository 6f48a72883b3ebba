import { hasPostFilters } from '#core/post-filters.ts'
import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import {
  correctUnknownWords,
  findCorrectableWords,
  generateSpellingCandidates,
  type SpellingSuggestion,
} from './correct-spelling.ts'
import { selectPostsByExclusion, selectPostsByFilters } from './filtered-posts-query.ts'
import { findMatches, NO_MATCHES, sliceMatches, sortMatches } from './find-matches.ts'
import { findPartialMatches } from './find-partial-matches.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { hasFilters, type SearchQuery, toSearchRequest } from './search-request.ts'
import type { SearchQueries } from './search-terms.ts'
import { selectSpellingSuggestions } from './spelling-suggestions-query.ts'
import * as store from './store.ts'
import { analyzeQueries, analyzeQuery, prepareSearch } from './terms-query.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

export type SearchPage = {
  /** The matches on the requested page. */
  matches: readonly store.SearchMatch[]
  /**
   * The number of posts that match all words, counted up to a limit. Null if the query has no words, in which case each
   * page is read directly.
   */
  count: number | null
  /** The search text, and the lexemes of its words. */
  text: string
  lexemes: readonly string[]
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
  lexemes: [],
  correctedTo: null,
  ignoredTerms: 0,
}

/**
 * Finds a page of matches within `ms` milliseconds, and reads what belongs to them with `read`, over the same connection
 * if possible. A search that had to end before it found anything is repeated if there is time, because usually the
 * machine was busy for a moment or its caches were cold. If PostgreSQL had to cancel it, only the hot posts are searched
 * then.
 */
export const findSearchPage = async <T>(
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  { ms, read }: { ms: number; read: (sql: AnySql, page: SearchPage) => Promise<T> },
): Promise<T> => {
  const parsed = parseQuery(query.q)
  if (parsed.text === '' && !hasFilters(parsed)) return read(sql, NO_RESULTS)
  const total = startTimeLimit(ms)
  const attempt = async (isHotOnly: boolean) => {
    const time = startTimeLimit(total.remainingMs(SEARCH_MS))
    const result = await searchUntilDeadline(sql, { viewer, query, parsed, time, isHotOnly, read })
    return { result, isCanceled: time.isCanceled(), isComplete: result.isFound || time.remainingMs(1) > 0 }
  }
  const first = await attempt(false)
  const last =
    first.isComplete || total.remainingMs(1) === 0 ? first.result : (await attempt(first.isCanceled)).result
  return last.response
}

type Search<T> = {
  viewer: Viewer
  query: SearchQuery
  parsed: ParsedQuery
  time: TimeLimit
  isHotOnly: boolean
  read: (sql: AnySql, page: SearchPage) => Promise<T>
}

/** At the deadline, ends the transaction and returns what has been found so far. */
const searchUntilDeadline = async <T>(
  sql: Sql,
  { viewer, query, parsed, time, isHotOnly, read }: Search<T>,
): Promise<{ response: T; isFound: boolean }> => {
  let found = NO_RESULTS
  // Before the transaction, because the search for names may have analyzed it already. What follows is sent together.
  const queries = await analyzeInTime(sql, parsed.text, time)
  if (!queries) return { response: await read(sql, found), isFound: false }
  const isFiltered = hasFilters(parsed) || hasPostFilters(query)
  const find = async (transaction: AnySql) => {
    const request = await toSearchRequest(transaction, viewer, query, parsed)
    const limits = { time, isHotOnly, isFiltered: hasFilters(parsed) }
    if (request) found = await findRequested(transaction, request, queries, limits)
  }
  const search = (transaction: AnySql) =>
    time.run(async () => {
      // Not one after the other, so that they are sent together.
      await Promise.all([
        prepareSearch(transaction, isFiltered ? 'force_custom_plan' : 'force_generic_plan'),
        find(transaction),
      ])
    })
  const readFound = async (transaction: AnySql) =>
    time.isCanceled() ? null : { response: await read(transaction, found) }
  const searched = await sql.begin('read only', search, readFound).catch((error: unknown) => {
    if (!time.isCanceled()) throw error
    return null
  })
  const { response } = searched ?? { response: await read(sql, found) }
  return { response, isFound: found.matches.length > 0 }
}

/** Returns null if PostgreSQL had to cancel the analysis. */
const analyzeInTime = async (sql: Sql, text: string, time: TimeLimit): Promise<SearchQueries | null> => {
  let queries: SearchQueries | null = null
  await time.run(async () => {
    queries = await analyzeQuery(sql, text)
  })
  return queries
}

type Limits = { time: TimeLimit; isHotOnly: boolean }

const findRequested = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  { isFiltered, ...limits }: Limits & { isFiltered: boolean },
): Promise<SearchPage> => {
  if (queries.words !== '') return findWords(sql, request, queries, limits)
  const matches = queries.terms.length
    ? await selectPostsByExclusion(sql, { request, queries, ms: limits.time.remainingMs(SEARCH_MS) })
    : isFiltered
      ? await selectPostsByFilters(sql, request)
      : []
  return { ...NO_RESULTS, matches, count: queries.terms.length || isFiltered ? null : 0 }
}

/** A query's text, its tsqueries, and the posts that match the complete query. */
type Attempt = { text: string; queries: SearchQueries; full: store.MatchPage }

/**
 * Finds the posts that match all words or, if there are none, all words with corrected spelling. If there are only a
 * few, appends posts that match some of the words.
 */
const findWords = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  limits: Limits,
): Promise<SearchPage> => {
  const typed = { text: request.text, queries, full: await findMatches(sql, request, queries, limits) }
  const used = typed.full.count > 0 ? typed : await correct(sql, request, typed, limits)
  const matches = await completePage(sql, request, used, limits.time)
  return {
    matches,
    count: used.full.count,
    text: used.text,
    lexemes: used.queries.lexemes,
    correctedTo: used.text === request.text || matches.length === 0 ? null : used.text,
    ignoredTerms: used.queries.ignoredTerms,
  }
}

/** Appends partial matches if there are only a few full ones, all of which are on the page. */
const completePage = async (
  sql: AnySql,
  request: store.SearchRequest,
  { text, queries, full }: Attempt,
  time: TimeLimit,
): Promise<readonly store.SearchMatch[]> => {
  if (full.count >= store.MIN_FULL_MATCHES) return full.matches
  const partial = await findPartialMatches(sql, { ...request, text }, queries, time)
  const ids = new Set(full.matches.map(({ id }) => id))
  const matches = [...full.matches, ...partial.filter(({ id }) => !ids.has(id))]
  return sliceMatches(sortMatches(matches, request), request)
}

/**
 * Returns the first corrected text that at least one post matches fully. If there is none, returns the text with only
 * its unknown words corrected.
 */
const correct = async (
  sql: AnySql,
  request: store.SearchRequest,
  typed: Attempt,
  limits: Limits,
): Promise<Attempt> => {
  const suggestions = await suggestionsFor(sql, request, limits.time)
  const texts = generateSpellingCandidates(request.text, suggestions)
  const analyzed = await analyzeQueries(sql, texts)
  for (const [index, queries] of analyzed.entries()) {
    const text = texts[index] ?? ''
    const full = await findMatches(sql, { ...request, text }, queries, limits)
    if (full.count > 0) return { text, queries, full }
  }
  const text = limits.time.isCanceled() ? null : correctUnknownWords(request.text, suggestions)
  if (text === null) return typed
  return { text, queries: await analyzeQuery(sql, text), full: NO_MATCHES }
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

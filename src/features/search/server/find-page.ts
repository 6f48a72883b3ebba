import type { EndpointInput } from '#core/endpoint.ts'
import { topicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { searchPosts } from '../contract.ts'
import { correctableWords, correctedTexts, correctUnknown, type Suggestion } from './correct-spelling.ts'
import { findMatches, pageOf } from './find-matches.ts'
import { ENOUGH, findPartialMatches } from './find-partial.ts'
import { findSuggestions, findTopicId, findUserId } from './meant-query.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import type { SearchQueries } from './search-terms.ts'
import * as store from './store.ts'
import { analyzeQuery, prepareSearch } from './terms-query.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

export type SearchQuery = EndpointInput<typeof searchPosts>['query']

export type Found = {
  /** The page that was asked for. */
  matches: readonly store.Match[]
  /** How many posts have all that was typed, as far as they are looked for; null for a list that is read page by page. */
  count: number | null
  /** What was searched for, and its words as a tsquery. */
  text: string
  words: string
  correctedTo: string | null
  /** How many terms were left out because there are too many. */
  ignoredTerms: number
}

/** More is not worth waiting for. */
const SEARCH_MS = 400
const CORRECTION_MS = 100
const NOTHING: Found = { matches: [], count: 0, text: '', words: '', correctedTo: null, ignoredTerms: 0 }

/** A page of matches. A search whose time is over ends its transaction early, with what it has found. */
export const findPage = async (sql: Sql, viewer: Viewer, query: SearchQuery, ms: number): Promise<Found> => {
  const parsed = parseQuery(query.q)
  if (parsed.text === '' && !hasFilters(parsed)) return NOTHING
  const time = startTimeLimit(Math.min(SEARCH_MS, ms))
  let found = NOTHING
  const search = async (transaction: AnySql) => {
    await prepareSearch(transaction)
    await time.keep(async () => {
      const wanted = await wantedPosts(transaction, viewer, query, parsed)
      if (wanted) found = await findWanted(transaction, wanted, time, hasFilters(parsed))
    })
  }
  await sql.begin('read only', search).catch((error: unknown) => {
    if (!time.isCanceled()) throw error
  })
  return found
}

const findWanted = async (
  sql: AnySql,
  wanted: store.Wanted,
  time: TimeLimit,
  isFiltered: boolean,
): Promise<Found> => {
  const queries = await analyzeQuery(sql, wanted.text)
  if (queries.words !== '') return findWords(sql, wanted, queries, time)
  const matches = queries.terms.length
    ? await store.findWithout(sql, { wanted, queries, ms: time.left(SEARCH_MS) })
    : isFiltered
      ? await store.findFiltered(sql, wanted)
      : []
  return { ...NOTHING, matches, count: queries.terms.length || isFiltered ? null : 0 }
}

/** A text, its queries, and the posts that have all of it. */
type Tried = { text: string; queries: SearchQueries; all: readonly store.Match[] }

/**
 * Finds the posts that match all words, or all words of the corrected spelling when none do. When these are few, posts
 * that match some of the words follow.
 */
const findWords = async (
  sql: AnySql,
  wanted: store.Wanted,
  queries: SearchQueries,
  time: TimeLimit,
): Promise<Found> => {
  const typed = { text: wanted.text, queries, all: await findMatches(sql, wanted, queries, time) }
  const { text, all, queries: used } = typed.all.length ? typed : await correct(sql, wanted, typed, time)
  const partial = all.length < ENOUGH ? await findPartialMatches(sql, { ...wanted, text }, used, time) : []
  const ids = new Set(all.map(({ id }) => id))
  const listed = [...all, ...partial.filter(({ id }) => !ids.has(id))]
  return {
    matches: pageOf(listed, wanted),
    count: all.length,
    text,
    words: used.any,
    correctedTo: text === wanted.text || listed.length === 0 ? null : text,
    ignoredTerms: used.ignoredTerms,
  }
}

/** The first correction that finds a post with all of it; else the text with its unknown words corrected. */
const correct = async (sql: AnySql, wanted: store.Wanted, typed: Tried, time: TimeLimit): Promise<Tried> => {
  const suggestions = await suggestionsFor(sql, wanted, time)
  for (const text of correctedTexts(wanted.text, suggestions)) {
    const queries = await analyzeQuery(sql, text)
    const all = await findMatches(sql, { ...wanted, text }, queries, time)
    if (all.length > 0) return { text, queries, all }
  }
  const text = time.isCanceled() ? null : correctUnknown(wanted.text, suggestions)
  return text === null ? typed : { text, queries: await analyzeQuery(sql, text), all: [] }
}

/** Null when a filter names what the site does not have, so that nothing can be found. */
const wantedPosts = async (
  sql: AnySql,
  viewer: Viewer,
  query: SearchQuery,
  { text, types, models, topic, author }: ParsedQuery,
): Promise<store.Wanted | null> => {
  const topicId = topic === undefined ? null : await findTopicId(sql, topicSlug(topic))
  const userId = author === undefined ? null : await findUserId(sql, author)
  const both = types.length && query.types.length ? types.filter((type) => query.types.includes(type)) : null
  const isEmpty = both?.length === 0 || (topic !== undefined && topicId === null)
  if (isEmpty || (author !== undefined && userId === null)) return null
  return {
    text,
    types: both ?? [...types, ...query.types],
    models: [models, query.models].filter((list) => list.length > 0),
    topicId,
    userId,
    isMember: viewer !== null,
    after: query.after,
    offset: query.offset,
    limit: query.limit,
  }
}

const hasFilters = ({ types, models, topic, author }: ParsedQuery) =>
  types.length > 0 || models.length > 0 || topic !== undefined || author !== undefined

const suggestionsFor = async (
  sql: AnySql,
  { text, isMember }: store.Wanted,
  time: TimeLimit,
): Promise<readonly Suggestion[]> => {
  const words = correctableWords(text)
  const ms = time.left(CORRECTION_MS)
  return words.length === 0 || ms === 0 ? [] : findSuggestions(sql, words, { isMember, ms })
}

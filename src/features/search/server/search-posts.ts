import type { EndpointInput } from '#core/endpoint.ts'
import { topicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { listCardsById } from '#features/posts/server/card-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { SearchResult, searchPosts } from '../contract.ts'
import { correctableWords, correctedTexts } from './correct-spelling.ts'
import { findMatches, pageOf } from './find-matches.ts'
import { markResults } from './mark-results.ts'
import { findSuggestions, findTopicId, findUserId } from './meant-query.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import * as store from './store.ts'
import { analyzeQuery, prepareSearch, STATEMENT_MS } from './terms-query.ts'
import { startTimeLimit, type TimeLimit } from './time-limit.ts'

export type SearchQuery = EndpointInput<typeof searchPosts>['query']
type Found = {
  matches: readonly store.Match[]
  text: string
  /** The words to mark, as a tsquery. */
  words: string
  correctedTo: string | null
}

/** More is not worth waiting for. */
const SEARCH_MS = 400
const CORRECTION_MS = 100
const NOTHING: Found = { matches: [], text: '', words: '', correctedTo: null }

/** A page of results, best first. Words that occur nowhere are corrected when nothing else is found. */
export const searchPostsFor = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  /** How long it may take altogether. */
  ms = 1_000,
): Promise<SearchResult[]> => {
  const parsed = parseQuery(query.q)
  if (parsed.text === '' && !hasFilters(parsed)) return []
  // The last statement may begin when the time is nearly over.
  const time = startTimeLimit(Math.min(SEARCH_MS, ms - STATEMENT_MS))
  const { matches, text, words, correctedTo } = await findPage(sql, viewer, query, parsed, time)
  if (matches.length === 0) return []
  const ids = matches.map((match) => match.id)
  const cards = await listCardsById(sql, viewer, ids)
  const ranks = new Map(matches.map((match) => [match.id, match.rank]))
  const marked = await markResults(sql, cards, { text, words })
  return cards.map((card, at) => ({
    ...card,
    rank: ranks.get(card.id) ?? 0,
    marked: marked[at] ?? { title: card.title, description: card.description, prompt: card.prompt },
    correctedTo,
  }))
}

/** A search whose time is over ends its transaction early, with what it has found. */
const findPage = async (
  sql: Sql,
  viewer: Viewer,
  query: SearchQuery,
  parsed: ParsedQuery,
  time: TimeLimit,
): Promise<Found> => {
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
  const { hasMatches, ...found } = await findText(sql, wanted, time, isFiltered)
  if (hasMatches) return { ...found, text: wanted.text, correctedTo: null }
  for (const text of await correctionsOf(sql, wanted, time)) {
    const { hasMatches, ...corrected } = await findText(sql, { ...wanted, text }, time, isFiltered)
    if (hasMatches) return { ...corrected, text, correctedTo: text }
  }
  return NOTHING
}

/** A page of the posts that have this text; `hasMatches` tells a text that occurs nowhere from a page after the last. */
const findText = async (sql: AnySql, wanted: store.Wanted, time: TimeLimit, isFiltered: boolean) => {
  const queries = await analyzeQuery(sql, wanted.text)
  if (queries.words !== '') {
    const all = await findMatches(sql, wanted, queries, time)
    return { matches: pageOf(all, wanted), words: queries.any, hasMatches: all.length > 0 }
  }
  const matches = queries.terms.length
    ? await store.findWithout(sql, { wanted, queries, ms: time.left(SEARCH_MS) })
    : isFiltered
      ? await store.findFiltered(sql, wanted)
      : []
  return { matches, words: '', hasMatches: matches.length > 0 }
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

/** The texts that may have been meant by one that occurs nowhere. */
const correctionsOf = async (
  sql: AnySql,
  { text, isMember }: store.Wanted,
  time: TimeLimit,
): Promise<string[]> => {
  const words = correctableWords(text)
  const ms = time.left(CORRECTION_MS)
  return words.length === 0 || ms === 0
    ? []
    : correctedTexts(text, await findSuggestions(sql, words, { isMember, ms }))
}

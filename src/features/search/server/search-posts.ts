import type { EndpointInput } from '#core/endpoint.ts'
import { topicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { listCardsById } from '#features/posts/server/card-query.ts'
import type { AnySql, Database } from '#server/database/connect.ts'
import type { SearchResult, searchPosts } from '../contract.ts'
import { correctableWords, correctedTexts } from './correct-spelling.ts'
import { markResults } from './mark-results.ts'
import { findSuggestions, findTopicId, findUserId } from './meant-query.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import * as store from './store.ts'

export type SearchQuery = EndpointInput<typeof searchPosts>['query']
type Found = { matches: store.Match[]; text: string; correctedTo: string | null }

const TOO_LONG = '57014'
const NOTHING: Found = { matches: [], text: '', correctedTo: null }

/** A page of results, best first. Words that occur nowhere are corrected when nothing else is found. */
export const searchPostsFor = async (
  { sql: primary, readSql }: Database,
  viewer: Viewer,
  query: SearchQuery,
): Promise<SearchResult[]> => {
  const sql = viewer ? primary : readSql
  const parsed = parseQuery(query.q)
  if (parsed.text === '' && !hasFilters(parsed)) return []
  const find = (patient: boolean) =>
    sql.begin('read only', (transaction) => findPage(transaction, viewer, query, parsed, patient))
  const { matches, text, correctedTo } = (await find(true).catch((error: unknown) => {
    if (isTooLong(error)) return find(false)
    throw error
  })) as Found
  if (matches.length === 0) return []
  const ids = matches.map((match) => match.id)
  const cards = await listCardsById(sql, viewer, ids)
  const ranks = new Map(matches.map((match) => [match.id, match.rank]))
  const marked = await markResults(sql, cards, text)
  return cards.map((card, at) => ({
    ...card,
    rank: ranks.get(card.id) ?? 0,
    marked: marked[at] ?? { title: card.title, description: card.description, prompt: card.prompt },
    correctedTo,
  }))
}

const isTooLong = (error: unknown) => error instanceof Error && 'code' in error && error.code === TOO_LONG

const findPage = async (
  sql: AnySql,
  viewer: Viewer,
  query: SearchQuery,
  parsed: ParsedQuery,
  patient: boolean,
): Promise<Found> => {
  const wanted = await wantedPosts(sql, viewer, query, parsed)
  if (!wanted) return NOTHING
  const { hasWords, isIndexed } = await store.beginSearch(sql, wanted.text, patient)
  if (!hasWords) {
    return hasFilters(parsed) ? { ...NOTHING, matches: await store.findFiltered(sql, wanted) } : NOTHING
  }
  const find = (page: store.Wanted, isIndexed: boolean) =>
    store.findMatches(sql, page, { isIndexed, isPatient: patient })
  const matches = await find(wanted, isIndexed)
  if (matches.length > 0) return { matches, text: wanted.text, correctedTo: null }
  const isFirstPage = !wanted.after && wanted.offset === 0
  const first = { ...wanted, after: undefined, offset: 0, limit: 1 }
  if (!patient || (!isFirstPage && (await find(first, isIndexed)).length > 0)) return NOTHING
  for (const text of await meantBy(sql, wanted)) {
    const { isIndexed } = await store.beginSearch(sql, text, patient)
    const matches = await find({ ...wanted, text }, isIndexed)
    const isIt =
      matches.length > 0 || (!isFirstPage && (await find({ ...first, text }, isIndexed)).length > 0)
    if (isIt) return { matches, text, correctedTo: text }
  }
  return NOTHING
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

const meantBy = async (sql: AnySql, { text, isMember }: store.Wanted): Promise<string[]> => {
  const words = correctableWords(text)
  return words.length === 0 ? [] : correctedTexts(text, await findSuggestions(sql, words, isMember))
}

import type { Viewer } from '#core/viewer.ts'
import { selectMembersByName, selectSimilarMembers } from '#features/members/server/profile-query.ts'
import { selectSimilarTopics, selectTopicsByName } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import type { SuggestedPost, Suggestions } from '../contract-suggestions.ts'
import { parseQuery } from './parse-query.ts'
import { type AnalyzedTerm, MAX_SEARCH_TERMS, parseTerms, quoteLexeme } from './search-terms.ts'
import {
  selectHotPostsByTitle,
  selectPostsByTitle,
  selectWordCompletions,
  setSuggestionTimeout,
} from './suggestion-query.ts'
import { analyzeTerms, prepareSearch } from './terms-query.ts'
import { startTimeLimit } from './time-limit.ts'

const MAX_POSTS = 5
const MAX_NAMES = 3
/**
 * The combined time limit for all statements. Suggestions that appear any later would distract more than they
 * help.
 */
const SUGGESTIONS_MS = scaleTimeLimit(150)
const MIN_PREFIX_LENGTH = 3

/** Suggests posts (by title), topics and members for a query whose last word may be unfinished. */
export const getSuggestions = async (sql: Sql, viewer: Viewer, q: string): Promise<Suggestions> => {
  const words = typedWords(q)
  const found: Suggestions = { posts: [], topics: [], people: [] }
  if (words.length === 0) return found
  const time = startTimeLimit(SUGGESTIONS_MS)
  const suggest = (transaction: AnySql) =>
    time.run(async () => {
      await prepareSearch(transaction, 'force_generic_plan')
      await setSuggestionTimeout(transaction, SUGGESTIONS_MS)
      const { query, wordQuery } = await buildQueries(transaction, words)
      if (query !== '') {
        found.topics = (await selectTopicsByName(transaction, { all: query, any: query })).slice(0, MAX_NAMES)
        found.posts = await findPosts(transaction, viewer, { query, wordQuery }, time.remainingMs)
      }
      found.people = await findPeople(transaction, viewer, words)
      if (found.posts.length + found.topics.length + found.people.length > 0) return
      found.topics = await selectSimilarTopics(transaction, words.join('-'), MAX_NAMES)
      found.people = await selectSimilarMembers(transaction, viewer, words.join('_'), MAX_NAMES)
    })
  await sql.begin('read only', suggest).catch((error: unknown) => {
    if (!time.isCanceled()) throw error
  })
  return found
}

/**
 * A single Latin letter gets no suggestions, because too many words begin with it. Other scripts have one-character
 * words.
 */
const LATIN_LETTER = /^[\p{Script=Latin}\p{N}]$/u

/**
 * So many words begin with the same two Latin letters that collecting them from the index on all titles takes
 * 50 to 200 ms for a million posts. For such a short prefix, only the hot posts are searched by prefix; all
 * other posts are searched for the exact word.
 */
const SHORT_PREFIX = /^[\p{Script=Latin}\p{N}]{1,2}$/u

/** Returns the words of the query in lower case, without operators, filters and exclusions. */
const typedWords = (q: string): string[] => {
  const words = parseTerms(parseQuery(q).text).flatMap(({ text, isExcluded }) =>
    isExcluded ? [] : text.replaceAll('"', ' ').toLowerCase().split(/\s+/).filter(Boolean),
  )
  return (LATIN_LETTER.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).slice(0, MAX_SEARCH_TERMS)
}

const WORD = /^[\p{L}\p{N}]+$/u

/**
 * Returns tsqueries that match all words. `query` matches the last word as a prefix; so does `wordQuery`, unless the
 * prefix is short, in which case it matches that word exactly. A query is empty if all of its words are stop words.
 */
const buildQueries = async (
  sql: AnySql,
  words: readonly string[],
): Promise<{ query: string; wordQuery: string }> => {
  const last = words.at(-1) ?? ''
  const completions = WORD.test(last) ? await selectWordCompletions(sql, last) : []
  const analyzed = await analyzeTerms(sql, [...words, ...completions].map(toTerm))
  const typed = analyzed.slice(0, words.length)
  const lexemes = typed.flatMap((term) => term.lexemes)
  // The last word is matched in several ways because what has been typed may already be a complete word, or
  // look like a stop word (`an` of `anime`).
  const end = typed.at(-1)?.lexemes.at(-1)
  const endings = [
    ...(end === undefined ? [] : [`${quoteLexeme(end)}:*`]),
    ...(WORD.test(last) ? [`${quoteLexeme(last)}:*`] : []),
    ...analyzed.slice(words.length).flatMap((term) => term.lexemes.map(quoteLexeme)),
  ]
  const wordQuery = lexemes.map(quoteLexeme).join(' & ')
  if (endings.length === 0) return { query: wordQuery, wordQuery }
  const complete = end === undefined ? lexemes : lexemes.slice(0, -1)
  const query = [...complete.map(quoteLexeme), `(${[...new Set(endings)].join(' | ')})`].join(' & ')
  return { query, wordQuery: SHORT_PREFIX.test(last) ? wordQuery : query }
}

const toTerm = (text: string): Pick<AnalyzedTerm, 'text' | 'isExcluded' | 'alternative'> => ({
  text,
  isExcluded: false,
  alternative: 0,
})

/** Searches all posts only if few hot posts match; in that case, few other posts match either. */
const findPosts = async (
  sql: AnySql,
  viewer: Viewer,
  { query, wordQuery }: { query: string; wordQuery: string },
  remainingMs: (max: number) => number,
): Promise<SuggestedPost[]> => {
  const limits = () => ({ ms: remainingMs(SUGGESTIONS_MS), max: MAX_POSTS })
  const hot = await selectHotPostsByTitle(sql, viewer, { query, ...limits() })
  if (hot.length === MAX_POSTS || wordQuery === '') return hot
  const ids = new Set(hot.map(({ id }) => id))
  const others = (await selectPostsByTitle(sql, viewer, { query: wordQuery, ...limits() })).filter(
    ({ id }) => !ids.has(id),
  )
  return [...hot, ...others].slice(0, MAX_POSTS)
}

const findPeople = async (sql: AnySql, viewer: Viewer, words: readonly string[]) => {
  const [name = '', ...others] = words.map((word) => word.replace(/^@/, ''))
  const prefixes = others.length === 0 && name.length >= MIN_PREFIX_LENGTH ? [name] : []
  const whole = [[name, ...others].join('_'), [name, ...others].join('')]
  return (await selectMembersByName(sql, viewer, whole, prefixes)).slice(0, MAX_NAMES)
}

import { LRUCache } from 'lru-cache'
import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import {
  type AnalyzedTerm,
  addSynonyms,
  buildSearchQueries,
  parseTerms,
  quoteLexeme,
  type SearchQueries,
  type SearchTerm,
  type Synonyms,
  type TermWithSynonyms,
} from './search-terms.ts'

/**
 * The statement timeout for a search. The statements check the deadline themselves and return what they have
 * found so far; this timeout covers index reads, which they cannot interrupt.
 */
export const SEARCH_STATEMENT_TIMEOUT_MS = scaleTimeLimit(250)

/**
 * Configures a transaction for searching. Disables sequential scans, JIT compilation and parallel workers, whose startup
 * costs more than they save. A search for words can have the same plan for all words, because the index finds them in any
 * case; planning would take longer than a search among the hot posts. Filters need a plan for their values. The vectors of
 * the thousands of posts that are ranked fit into the memory.
 */
export const prepareSearch = async (
  sql: AnySql,
  plans: 'force_generic_plan' | 'force_custom_plan',
): Promise<void> => {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', ${plans}, true),
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '16MB', true),
      set_config('statement_timeout', ${String(SEARCH_STATEMENT_TIMEOUT_MS)}, true),
      set_config('pg_trgm.similarity_threshold', '0.2', true)`
}

/**
 * The analyses of the last five seconds. A page searches for posts and for names, one shortly after the other, and its
 * reader may soon ask for more results. If another server stores synonyms, this one may use the old ones until then.
 */
const analyses = new LRUCache<string, SearchQueries, AnySql>({
  max: 500,
  ttl: 5_000,
  ignoreFetchAbort: true,
  fetchMethod: async (text, _stale, { context: sql }) =>
    buildSearchQueries(addSynonyms(await analyze(sql, parseTerms(text)))),
})

/** Stores the list of words that mean the same in a search, in place of the one before. */
export const storeSynonyms = async (sql: AnySql, list: string): Promise<void> => {
  await sql`select store_search_synonyms(${list})`
  analyses.clear()
}

/** Analyzes a query's text with PostgreSQL's parser, and adds the synonyms of its words. */
export const analyzeQuery = (sql: AnySql, text: string): Promise<SearchQueries> =>
  analyses.forceFetch(text, { context: sql })

/** Analyzes the texts of several queries with one statement. */
export const analyzeQueries = async (sql: AnySql, texts: readonly string[]): Promise<SearchQueries[]> => {
  const terms = texts.map(parseTerms)
  const analyzed = await analyze(sql, terms.flat())
  let start = 0
  return terms.map(({ length }) => {
    start += length
    return buildSearchQueries(addSynonyms(analyzed.slice(start - length, start)))
  })
}

/** Analyzes terms without adding synonyms. */
export const analyzeTerms = async (sql: AnySql, terms: readonly SearchTerm[]): Promise<AnalyzedTerm[]> =>
  (await analyze(sql, terms)).map(({ term }) => term)

type Row = { query: string; lexemes: string[]; own: Synonyms | null; pair: Synonyms | null }

const analyze = async (sql: AnySql, terms: readonly SearchTerm[]): Promise<TermWithSynonyms[]> => {
  if (terms.length === 0) return []
  const rows = await sql<Row[]>`
    select t.query, t.lexemes, to_jsonb(own) as own, to_jsonb(pair) as pair
    from (
      select ord, search_query(term)::text as query, lexemes, lead(lexemes) over (order by ord) as next_lexemes
      from unnest(${terms.map(({ text }) => text)}::text[]) with ordinality t(term, ord)
      cross join lateral (
        select tsvector_to_array(to_tsvector('public.prompt_search', segment_text(term))) as lexemes
      ) parsed
    ) t
    left join search_synonyms own on own.key = synonym_key(t.lexemes)
    left join search_synonyms pair on pair.key = synonym_key(t.lexemes || t.next_lexemes)
    order by ord`
  return terms.map((term, index) => {
    const { query = '', lexemes = [], own = null, pair = null } = rows[index] ?? {}
    return { term: { ...term, query, lexemes, words: lexemes.map(quoteLexeme).join(' & ') }, own, pair }
  })
}

import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import {
  type AnalyzedTerm,
  buildSearchQueries,
  parseTerms,
  type SearchQueries,
  type SearchTerm,
} from './search-terms.ts'

/**
 * The statement timeout for a search. The statements check the deadline themselves and return what they have
 * found so far; this timeout covers index reads, which they cannot interrupt.
 */
export const SEARCH_STATEMENT_TIMEOUT_MS = scaleTimeLimit(250)

/**
 * Configures a transaction for searching. Disables sequential scans, JIT compilation and parallel workers, whose startup
 * costs more than they save. A search for words can have the same plan for all words, because the index finds them in any
 * case; planning would take longer than a search among the hot posts. Filters and names need a plan for their values.
 */
export const prepareSearch = async (
  sql: AnySql,
  plans: 'force_generic_plan' | 'force_custom_plan',
): Promise<void> => {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', ${plans}, true),
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      set_config('statement_timeout', ${String(SEARCH_STATEMENT_TIMEOUT_MS)}, true),
      set_config('pg_trgm.similarity_threshold', '0.2', true)`
}

/** Analyzes a query's text with PostgreSQL's parser. */
export const analyzeQuery = async (sql: AnySql, text: string): Promise<SearchQueries> =>
  buildSearchQueries(await analyzeTerms(sql, parseTerms(text)))

/** Analyzes the texts of several queries with one statement. */
export const analyzeQueries = async (sql: AnySql, texts: readonly string[]): Promise<SearchQueries[]> => {
  const terms = texts.map(parseTerms)
  const analyzed = await analyzeTerms(sql, terms.flat())
  let start = 0
  return terms.map(({ length }) => {
    start += length
    return buildSearchQueries(analyzed.slice(start - length, start))
  })
}

export const analyzeTerms = async (sql: AnySql, terms: readonly SearchTerm[]): Promise<AnalyzedTerm[]> => {
  if (terms.length === 0) return []
  const rows = await sql<{ query: string; lexemes: string[] }[]>`
    select search_query(term)::text as query,
      tsvector_to_array(to_tsvector('public.prompt_search', segment_text(term))) as lexemes
    from unnest(${terms.map(({ text }) => text)}::text[]) with ordinality t(term, ord) order by ord`
  return terms.map((term, index) => ({ ...term, query: '', lexemes: [], ...rows[index] }))
}

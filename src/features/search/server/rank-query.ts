import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { type SearchQueries, withWeight } from './search-terms.ts'
import { isTimedOut } from './vector-query.ts'

/** The minimum rank of a full match. Partial matches rank lower. */
export const MIN_FULL_MATCH_RANK = 10_000_000

/** `text` is what was typed; after `ms` milliseconds of the statement, the remaining rows are not ranked. */
type Ranking = { text: string; queries: SearchQueries; ms: number }

/**
 * Returns an SQL expression for the rank of a row of the index: by the title first, then by the frequency and weight of
 * the words. Only the text that visitors can read affects it: its length is limited, so no prompt can make ranking slow.
 * `ts_rank_cd`, which considers how close together the words are, takes time proportional to the product of their numbers
 * of occurrences; `ts_rank` with `|` between the words reads each position once.
 */
export const rankOf = (sql: AnySql, { text, queries, ms }: Ranking): SqlFragment => sql`
  ${MIN_FULL_MATCH_RANK} + case when ${isTimedOut(sql, ms)} then 0 else ${titleRank(sql, text, queries)}
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, ${queries.any}::tsquery, 33))::integer end`

/**
 * Yields three million if the title equals the query, two if it contains the query's words next to each other, one if it
 * contains them anywhere, half a million if the visible text has them next to each other, otherwise 0.
 */
const titleRank = (sql: AnySql, text: string, { strict, phrase }: SearchQueries) => sql`
  case
    when not visible @@ ${withWeight(strict, 'A')}::tsquery then
      ${phrase === '' ? sql`0` : sql`case when visible @@ ${phrase}::tsquery then 500000 else 0 end`}
    when length(ts_filter(visible, '{a}')) = length(${textVector(sql, text)}) then 3000000
    ${phrase === '' ? sql`` : sql`when visible @@ ${withWeight(phrase, 'A')}::tsquery then 2000000`}
    else 1000000
  end`

/** A subquery, which PostgreSQL evaluates once instead of for each post. */
export const textVector = (sql: AnySql, text: string) =>
  sql`(select to_tsvector('public.prompt_search', segment_text(${text})))`

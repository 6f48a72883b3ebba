import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { isTimedOut } from './vector-query.ts'

/** The time limit for finding the words to highlight on a page. It usually takes less than a millisecond. */
const HIGHLIGHT_MS = scaleTimeLimit(40)

type Search = {
  lexemes: readonly string[]
  /** Matches the words that may have one of these lexemes. */
  pattern: string
  maxPromptLength: number
}

/**
 * Lists the words in the titles, descriptions and the first `maxPromptLength` characters of the prompts of posts that have
 * one of the lexemes, as they are written there: `analyst` and `Analysts` for `analyst`.
 */
export const selectMatchingWords = async (
  sql: AnySql,
  ids: readonly number[],
  { lexemes, pattern, maxPromptLength }: Search,
): Promise<string[]> => {
  const rows = await sql<{ word: string }[]>`
    with runs as materialized (
      select distinct matched[1] as run
      from posts cross join lateral regexp_matches(
        concat_ws(' ', title, description, left(prompt, ${maxPromptLength}::integer)), ${pattern}, 'g') matched
      where id = any(${[...ids]}::integer[])
    )
    select distinct join_segments(word) as word
    from runs cross join lateral string_to_table(split_text(run), E'\x01') word
    where case when ${isTimedOut(sql, HIGHLIGHT_MS)} then false
      else tsvector_to_array(to_tsvector('public.prompt_search', fold_text(word))) && ${[...lexemes]}::text[] end`
  return rows.map(({ word }) => word)
}

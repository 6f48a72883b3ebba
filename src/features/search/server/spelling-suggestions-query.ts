import type { AnySql } from '#server/database/connect.ts'
import type { SpellingSuggestion } from './correct-spelling.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

const MAX_CORRECTED_WORDS = 8
const MAX_SUGGESTIONS = 40
/** The maximum number of posts counted for a word, which is enough to tell whether the word is rare. */
const MAX_COUNTED_POSTS = 10

/**
 * Returns known words similar to the typed ones (except stop words), and the number of posts in which the user can find
 * each typed word, counted up to a limit.
 */
export const selectSpellingSuggestions = (
  sql: AnySql,
  words: readonly string[],
  { isMember, ms }: { isMember: boolean; ms: number },
) => sql<SpellingSuggestion[]>`
  select typed, candidates, posts
  from unnest(${words.slice(0, MAX_CORRECTED_WORDS)}::text[]) typed
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not ${isTimedOut(sql, ms)} order by likeness desc, word limit ${MAX_SUGGESTIONS}
    ) nearest
  ) found
  cross join lateral (
    select count(*)::integer as posts from (
      select from post_search s where ${searchVectorColumn(sql, { isMember })} @@ search_query(typed) and not ${isTimedOut(sql, ms)} limit ${MAX_COUNTED_POSTS}
    ) first
  ) counted
  where candidates is not null and numnode(search_query(typed)) > 0`

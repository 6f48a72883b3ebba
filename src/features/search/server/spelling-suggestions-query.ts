import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { SpellingSuggestion } from './correct-spelling.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

const MAX_CORRECTED_WORDS = 8
const MAX_SUGGESTIONS = 40
/** The maximum number of posts counted for a word, which is enough to tell whether the word is rare. */
const MAX_COUNTED_POSTS = 10

/**
 * Returns known words similar to the typed ones (except stop words) that some public post still contains, and the number of posts in which the user can find
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
    where ${isInPublicPost(sql, sql`word`)} and not ${isTimedOut(sql, ms)}
  ) found
  cross join lateral (
    select count(*)::integer as posts from (
      select from post_search s ${joinPublicPost(sql)} where ${searchVectorColumn(sql, { isMember })} @@ search_query(typed) and not ${isTimedOut(sql, ms)} limit ${MAX_COUNTED_POSTS}
    ) first
  ) counted
  where candidates is not null and numnode(search_query(typed)) > 0`

/**
 * Returns an SQL condition: a post contains the word where visitors can read it. Known words may come from posts that
 * have been deleted, renamed or made private since, and must not be shown then.
 */
const isInPublicPost = (sql: AnySql, word: SqlFragment): SqlFragment => sql`
  exists (select from post_search s ${joinPublicPost(sql)} where s.visible @@ search_query(${word}))`

/** The index still contains a deleted post until it is purged. */
const joinPublicPost = (sql: AnySql): SqlFragment =>
  sql`${joinPost(sql, sql`s.post_id`)} and not p.is_private`

const WORDS_PER_BATCH = 500

/**
 * Deletes the words that no public post contains, of the batch that follows `after`. Returns the batch's last word, or
 * null if it is the last batch.
 */
export const deleteUnusedWords = async (sql: AnySql, after: string): Promise<string | null> => {
  const [row] = await sql<{ last: string | null }[]>`
    with batch as materialized (
      select word from search_words where word > ${after} order by word limit ${WORDS_PER_BATCH}
    ), removed as (
      delete from search_words where word in (
        select word from batch where not ${isInPublicPost(sql, sql`word`)})
    )
    select max(word) as last from batch`
  return row?.last ?? null
}

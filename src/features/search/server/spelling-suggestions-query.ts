import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { RARE_POSTS, type SpellingSuggestion } from './correct-spelling.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

const MAX_CORRECTED_WORDS = 8
const MAX_SUGGESTIONS = 40
/** The number of posts counted for a word, which is enough to tell whether the word is rare. */
const MAX_COUNTED_POSTS = RARE_POSTS + 1

/**
 * Returns known words similar to the typed ones (except stop words) that some public post still contains, and the number of
 * posts in which the user can find each typed word. Words that occur in many posts are left out, because they are not
 * corrected.
 */
export const selectSpellingSuggestions = (
  sql: AnySql,
  words: readonly string[],
  { isMember, ms }: { isMember: boolean; ms: number },
) => sql<SpellingSuggestion[]>`
  with counted as materialized (
    select typed, case when hot = ${MAX_COUNTED_POSTS}::integer then hot else ${countPosts(sql, sql`post_search`, { isMember, ms })} end as posts
    from unnest(${words.slice(0, MAX_CORRECTED_WORDS)}::text[]) typed
    cross join lateral (select ${countPosts(sql, sql`hot_post_search`, { isMember, ms })} as hot) counted_hot
    where numnode(search_query(typed)) > 0
  )
  select typed, candidates, posts
  from counted
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not ${isTimedOut(sql, ms)} order by likeness desc, word limit ${MAX_SUGGESTIONS}
    ) nearest
    where ${isInPublicPost(sql, sql`word`)} and not ${isTimedOut(sql, ms)}
  ) found
  where posts <= ${RARE_POSTS}::integer and candidates is not null`

/** Returns an SQL expression that counts the posts of an index with the typed word, up to a limit. */
const countPosts = (
  sql: AnySql,
  index: SqlFragment,
  { isMember, ms }: { isMember: boolean; ms: number },
): SqlFragment => sql`(
  select count(*)::integer from (
    select from ${index} s ${joinPublicPost(sql)} where ${searchVectorColumn(sql, { isMember })} @@ search_query(typed) and not ${isTimedOut(sql, ms)} limit ${MAX_COUNTED_POSTS}
  ) first)`

/**
 * Returns an SQL condition: a post contains the word where visitors can read it. Known words may come from posts that
 * have been deleted, renamed or made private since, and must not be shown then. Frequent words are found among the hot
 * posts; the index of all posts collects every post with the word before it returns the first.
 */
const isInPublicPost = (sql: AnySql, word: SqlFragment): SqlFragment => {
  const isIn = (index: SqlFragment) =>
    sql`exists (select from ${index} s ${joinPublicPost(sql)} where s.visible @@ search_query(${word}))`
  return sql`(${isIn(sql`hot_post_search`)} or ${isIn(sql`post_search`)})`
}

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

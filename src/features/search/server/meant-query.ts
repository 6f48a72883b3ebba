import type { AnySql } from '#server/database/connect.ts'
import type { Suggestion } from './correct-spelling.ts'
import { isLate, vectorOf } from './vector-query.ts'

const WORDS_CORRECTED = 8
const SUGGESTIONS = 40
/** Posts that are counted to tell a rare word. */
const COUNTED = 10

/** The topic of that slug, or one that begins with it, or the one that is most like it. */
export const findTopicId = async (sql: AnySql, slug: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    select id from topics where starts_with(slug, ${slug}) or similarity(slug, ${slug}) >= 0.4
    order by slug = ${slug} desc, starts_with(slug, ${slug}) desc, similarity(slug, ${slug}) desc, post_count desc, id limit 1`
  return row?.id ?? null
}

export const findUserId = async (sql: AnySql, username: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from users where lower(username) = lower(${username})`
  return row?.id ?? null
}

/** The known words that look like these (not like `for`), and in how many posts, up to a few, the asker may find each as typed. */
export const findSuggestions = (
  sql: AnySql,
  words: readonly string[],
  { isMember, ms }: { isMember: boolean; ms: number },
) => sql<Suggestion[]>`
  select typed, alike, posts
  from unnest(${words.slice(0, WORDS_CORRECTED)}::text[]) typed
  cross join lateral (
    select array_agg(word order by likeness desc, word) as alike
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not ${isLate(sql, ms)} order by likeness desc, word limit ${SUGGESTIONS}
    ) nearest
  ) found
  cross join lateral (
    select count(*)::integer as posts from (
      select from post_search s where ${vectorOf(sql, { isMember })} @@ search_query(typed) and not ${isLate(sql, ms)} limit ${COUNTED}
    ) first
  ) counted
  where alike is not null and numnode(search_query(typed)) > 0`

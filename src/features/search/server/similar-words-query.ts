import { joinPost } from '#features/posts/server/access-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import { quoteLexeme } from './search-terms.ts'
import type { Part, PostWords } from './similarity.ts'

/** How many hot posts with a word are counted. A word in more of them is so frequent that the difference does not matter. */
const MAX_COUNTED = 500
/** The number of posts that each word contributes as candidates, from the hot posts and from all posts. */
const MAX_WITH_WORD = 200
/** The number of candidates whose similarity is measured. */
const MAX_CANDIDATES = 20

/** Which words of a post are compared: those of its title, or all that visitors can read except its topic and author. */
export type ComparedParts = 'title' | 'visible'

const comparedWords = (sql: AnySql, parts: ComparedParts): SqlFragment =>
  parts === 'title' ? sql`ts_filter(s.visible, '{a}')` : sql`ts_filter(s.visible, '{a,b,d}')`

type WordsRow = { postId: number; lexemes: string[]; parts: Part[] }

/** Returns the words of public posts by their ids. A post without words is missing. */
export const selectPostWords = async (
  sql: AnySql,
  ids: readonly number[],
  parts: ComparedParts,
): Promise<Map<number, PostWords>> => {
  const rows = await sql<WordsRow[]>`
    select s.post_id, array_agg(lexeme) as lexemes, array_agg((select min(label) from unnest(weights) label)) as parts
    from post_search s cross join lateral unnest(${comparedWords(sql, parts)})
    where s.post_id = any(${[...ids]}::integer[]) group by s.post_id`
  return new Map(
    rows.map((row) => [
      row.postId,
      row.lexemes.map((lexeme, index) => ({ lexeme, part: row.parts[index] ?? 'D' })),
    ]),
  )
}

/** Returns the words of a title, as the index would have them. */
export const selectWordsOfTitle = async (sql: AnySql, title: string): Promise<PostWords> => {
  const [row] = await sql<{ lexemes: string[] }[]>`
    select tsvector_to_array(to_tsvector('public.prompt_search', segment_text(${title}))) as lexemes`
  return (row?.lexemes ?? []).map((lexeme) => ({ lexeme, part: 'A' }))
}

/** Counts the hot posts, and those with each of the words, up to a limit. */
export const countHotPosts = async (
  sql: AnySql,
  lexemes: readonly string[],
): Promise<{ total: number; counts: number[] }> => {
  const [row] = await sql<{ total: number; counts: number[] | null }[]>`
    select (select count(*) from hot_post_search)::integer as total, array_agg(counted.posts order by ord) as counts
    from unnest(${lexemes.map(quoteLexeme)}::text[]) with ordinality words(word, ord)
    cross join lateral (
      select count(*)::integer as posts from (
        select from hot_post_search s where s.visible @@ word::tsquery limit ${literal(sql, MAX_COUNTED)}
      ) found
    ) counted`
  return { total: row?.total ?? 0, counts: row?.counts ?? [] }
}

type WeighedWord = { lexeme: string; weight: number }

/**
 * Returns the ids of public posts that contain some of the words, those with the highest sum of weights first. Leaves out
 * the post `exceptId` and the other posts of its author.
 */
export const selectCandidates = async (
  sql: AnySql,
  words: readonly WeighedWord[],
  { parts, exceptId }: { parts: ComparedParts; exceptId: number | null },
): Promise<number[]> => {
  const withWord = sql`
    where ${parts === 'title' ? comparedWords(sql, parts) : sql`s.visible`} @@ word::tsquery limit ${literal(sql, MAX_WITH_WORD)}`
  const rows = await sql<{ id: number }[]>`
    with found as materialized (
      select found.post_id, sum(weight) as weight
      from unnest(${words.map(({ lexeme }) => quoteLexeme(lexeme))}::text[], ${words.map(({ weight }) => weight)}::double precision[]) w(word, weight)
      cross join lateral (
        (select s.post_id from hot_post_search s ${withWord}) union (select s.post_id from post_search s ${withWord})
      ) found
      group by found.post_id
    )
    select p.id from found ${joinPost(sql, sql`found.post_id`)}
    where ${canSeePost(sql, null)} and p.user_id is distinct from (select user_id from posts where id = ${exceptId}::integer)
    order by weight desc, p.id desc limit ${literal(sql, MAX_CANDIDATES)}`
  return rows.map(({ id }) => id)
}

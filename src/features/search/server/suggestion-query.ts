import type { Viewer } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { joinPost, joinPostTopic } from '#features/posts/server/access-query.ts'
import { andNotMuted } from '#features/posts/server/muted-posts-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { SuggestedPost } from '../contract-suggestions.ts'
import { isTimedOut } from './vector-query.ts'

/** The maximum number of words that complete a typed word. */
const MAX_COMPLETIONS = 20
/** The maximum number of posts outside the hot posts that are compared by score. */
const MAX_CANDIDATES = 200
/** The minimum similarity between a username and the typed word. Spelling suggestions accept a lower similarity. */
const MIN_SIMILARITY = '0.4'

/** Sets a timeout for the statements of the transaction because late suggestions are useless. */
export const setSuggestionTimeout = (sql: AnySql, ms: number) => sql`
  select set_config('statement_timeout', ${String(ms)}, true),
    set_config('pg_trgm.similarity_threshold', ${MIN_SIMILARITY}, true)`

/**
 * Returns known words that begin with the typed one, shortest first. Searching stems alone would find nothing for
 * `generati`, because the stem of `generation` is shorter.
 */
export const selectWordCompletions = async (sql: AnySql, word: string): Promise<string[]> => {
  const rows = await sql<{ word: string }[]>`
    select word from search_words where word like ${`${word}%`} order by length(word), word limit ${MAX_COMPLETIONS}`
  return rows.map((row) => row.word)
}

type TitleSearch = { query: string; ms: number; max: number }

/** Returns the top-scored hot posts whose titles match a tsquery. */
export const selectHotPostsByTitle = (sql: AnySql, viewer: Viewer, titles: TitleSearch) =>
  findByTitle(
    sql,
    viewer,
    titles,
    sql`select post_id from hot_post_search s where ${isTitleMatch(sql, titles)}`,
  )

/**
 * Searches all posts for titles that match a tsquery. Use this only if few hot posts match; in that case, few
 * other posts match either.
 */
export const selectPostsByTitle = (sql: AnySql, viewer: Viewer, titles: TitleSearch) =>
  findByTitle(
    sql,
    viewer,
    titles,
    sql`select post_id from post_search s where ${isTitleMatch(sql, titles)} limit ${MAX_CANDIDATES}`,
  )

/** Must match the expression of the title index. */
const isTitleMatch = (sql: AnySql, { query, ms }: TitleSearch): SqlFragment => sql`
  ts_filter(s.visible, '{a}') @@ ${query}::tsquery and not ${isTimedOut(sql, ms)}`

type Row = {
  id: number
  title: string
  type: SuggestedPost['type']
  seoSlug: string
  topicName: string | null
}

/**
 * Finds the matches before sorting them. If PostgreSQL scanned posts by score, it could read every post to find a rare
 * word.
 */
const findByTitle = async (
  sql: AnySql,
  viewer: Viewer,
  { max }: TitleSearch,
  matches: SqlFragment,
): Promise<SuggestedPost[]> => {
  const rows = await sql<Row[]>`
    with matches as materialized (${matches}), best as (
      select p.id, p.title, p.type, p.seo_slug, p.topic_id, p.score
      from matches join posts p on p.id = matches.post_id
      where not p.is_private ${andNotBlocked(sql, viewer, sql`p.user_id`)} ${andNotMuted(sql, viewer)} order by p.score desc, p.id desc limit ${max}
    )
    select p.id, p.title, p.type, p.seo_slug, t.name as topic_name
    from best p ${joinPostTopic(sql)} order by p.score desc, p.id desc`
  return rows.map(toSuggestedPost)
}

/** Returns public posts by their ids, in the order of the ids. */
export const selectSuggestedPosts = async (
  sql: AnySql,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SuggestedPost[]> => {
  const rows = await sql<Row[]>`
    select p.id, p.title, p.type, p.seo_slug, t.name as topic_name
    from unnest(${[...ids]}::integer[]) with ordinality ids(id, ord) ${joinPost(sql, sql`ids.id`)} ${joinPostTopic(sql)}
    where ${canSeePost(sql, null)} ${andNotBlocked(sql, viewer, sql`p.user_id`)} order by ord`
  return rows.map(toSuggestedPost)
}

const toSuggestedPost = ({ topicName, ...post }: Row): SuggestedPost => ({
  ...post,
  isPrivate: false,
  topic: topicName === null ? null : { name: topicName },
})

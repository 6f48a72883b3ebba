import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { SearchCursor } from '../contract.ts'
import type { SearchSort } from '../contract-values.ts'
import { matchesFilters, type SearchFilters } from './filters-query.ts'
import type { SearchQueries } from './search-terms.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

/** The maximum number of matches to rank. Ranking all matches of a frequent word would take seconds. */
export const MAX_RANKED_MATCHES = 800
/** The maximum number of posts to read for one page if no index can answer the query. */
const MAX_READ = 1_000
/** How many of the newest posts to search if more posts match than can be ranked. */
const MAX_NEWEST = 5_000
/** The maximum number of posts whose title equals the query. They are ranked regardless of their score. */
const MAX_SAME_TITLE = 100

export type SearchRequest = SearchFilters & {
  text: string
  /** Members search whole prompts; visitors search only the part that they can read. */
  isMember: boolean
  sortBy: SearchSort
  after?: SearchCursor | undefined
  offset: number
  limit: number
}

/** The minimum rank of a full match. Partial matches rank lower. */
export const MIN_FULL_MATCH_RANK = 10_000_000

export type SearchMatch = { id: number; rank: number; score: number }

/**
 * The parameters of a statement in a search: the request, its tsqueries, and the statement's time limit in
 * milliseconds.
 */
export type TimedSearch = { request: SearchRequest; queries: SearchQueries; ms: number }

/**
 * Finds matches among the hot posts, top-scored first, up to `MAX_RANKED_MATCHES`. Searches a copy of these posts,
 * which is small enough to stay in memory.
 */
export const searchHotPosts = (sql: AnySql, search: TimedSearch) => sql<SearchMatch[]>`
  select id, ${rankOf(sql, search)}, score from (
    select p.id, p.score, s.visible
    from hot_post_search s join posts p on p.id = s.post_id
    where ${isMatch(sql, search)} and ${isPublicMatch(sql, search.request)}
    order by p.score desc, p.id desc limit ${MAX_RANKED_MATCHES}
  ) found`

/** Finds matches among all posts, in index order, and posts whose title equals the query. */
export const searchAllPosts = (sql: AnySql, search: TimedSearch, max: number) => sql<SearchMatch[]>`
  with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where ${isMatch(sql, search)} and ${isPublicMatch(sql, search.request)}
    limit ${max}
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_hash(ts_filter(s.visible, '{a}')) = title_hash(${textVector(sql, search.request.text)})
      and ${isMatch(sql, search)} and ${isPublicMatch(sql, search.request)}
    limit ${MAX_SAME_TITLE}
  )
  select id, ${rankOf(sql, search)}, score from (select * from others union all select * from titled) found`

/**
 * Finds matches among the newest posts. Without the lateral join, PostgreSQL might read every post that contains a
 * frequent word.
 */
export const searchNewestPosts = (sql: AnySql, search: TimedSearch) => sql<SearchMatch[]>`
  select id, ${rankOf(sql, search)}, score from (
    select p.id, p.score, s.visible
    from (
      select id, score from posts p where ${isPublicMatch(sql, search.request)}
      order by created_at desc, id desc limit ${MAX_NEWEST}
    ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
    where ${isMatch(sql, search)} limit ${MAX_RANKED_MATCHES}
  ) found`

/** Sorts ids of posts by creation time, newest first. */
export const sortPostIdsByDate = async (sql: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from posts where id = any(${[...ids]}::integer[]) order by created_at desc, id desc`
  return rows.map(({ id }) => id)
}

/** Finds the newest or top-scored posts for a query that consists only of filters, in the same order as a feed. */
export const selectPostsByFilters = (sql: AnySql, request: SearchRequest) => sql<SearchMatch[]>`
  select id, 0 as rank, score from posts p where ${isPublicMatch(sql, request)} ${afterCursor(sql, request)}
  ${inOrder(sql, request)} limit ${request.limit} offset ${request.offset}`

/**
 * Finds posts for a query that no index can answer (`-rain`): reads posts after the cursor until the page is full, up
 * to a maximum.
 */
export const selectPostsByExclusion = (sql: AnySql, { request, queries, ms }: TimedSearch) => sql<
  SearchMatch[]
>`
  select p.id, 0 as rank, p.score
  from (
    select id, score, created_at from posts p where ${isPublicMatch(sql, request)} ${afterCursor(sql, request)}
    ${inOrder(sql, request)} limit ${MAX_READ + Math.min(request.offset, MAX_READ * 10)}
  ) p join post_search s on s.post_id = p.id
  where ${withDeadline(sql, ms, sql`${searchVectorColumn(sql, request)} @@ ${queries.strict}::tsquery`)}
  ${inOrder(sql, request)} limit ${request.limit} offset ${request.offset}`

/**
 * An SQL condition for matching posts. The index finds the words without reading a post. Phrases and exclusions are
 * then checked in each post, but only until the deadline, because an author may have written posts that take a long
 * time to check.
 */
const isMatch = (sql: AnySql, { request, queries, ms }: TimedSearch): SqlFragment => {
  const vector = searchVectorColumn(sql, request)
  return sql`${vector} @@ ${queries.words}::tsquery
    ${queries.isExact ? sql`` : sql`and ${withDeadline(sql, ms, sql`${vector} @@ ${queries.strict}::tsquery`)}`}`
}

/**
 * Wraps a condition so that it is false for each row after the deadline. Only `case` guarantees the order of
 * evaluation.
 */
export const withDeadline = (sql: AnySql, ms: number, condition: SqlFragment) =>
  sql`case when ${isTimedOut(sql, ms)} then false else ${condition} end`

/**
 * Ranks by the title first, then by the frequency and weight of the words. Only the text that visitors can read affects
 * the rank: its length is limited, so no prompt can make ranking slow. `ts_rank_cd`, which considers how close together
 * the words are, takes time proportional to the product of their numbers of occurrences; `ts_rank` with `|` between the
 * words reads each position once.
 */
const rankOf = (sql: AnySql, { request, queries, ms }: TimedSearch) => sql`
  ${MIN_FULL_MATCH_RANK} + case when ${isTimedOut(sql, ms)} then 0 else (1000000 * ${titleRank(sql, request.text, queries)}
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, ${queries.any}::tsquery, 33)))::integer end as rank`

/** Yields 2 if the title equals the query, 1 if it contains the query, otherwise 0. */
const titleRank = (sql: AnySql, text: string, { strict }: SearchQueries) => sql`
  case
    when not ts_filter(visible, '{a}') @@ ${strict}::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(${textVector(sql, text)}) then 2
    else 1
  end`

const textVector = (sql: AnySql, text: string) =>
  sql`to_tsvector('public.prompt_search', segment_text(${text}))`

/** Returns an SQL condition for public posts that match the filters. */
export const isPublicMatch = (sql: AnySql, filters: SearchFilters) =>
  sql`not p.is_private ${matchesFilters(sql, filters)}`

const inOrder = (sql: AnySql, { sortBy }: SearchRequest) =>
  sortBy === 'new'
    ? sql`order by p.created_at desc, p.id desc`
    : sql`order by p.score desc, p.created_at desc, p.id desc`

/**
 * A condition for posts after the cursor. If the cursor's post has been deleted, uses the creation time of the post
 * with the preceding id, which is close enough, because ids are assigned in order of creation.
 */
const afterCursor = (sql: AnySql, { after, sortBy }: SearchRequest) => {
  if (!after) return sql``
  const createdAt = sql`(select created_at from posts where id <= ${after.id} order by id desc limit 1)`
  return sortBy === 'new'
    ? sql`and (p.created_at, p.id) < (${createdAt}, ${after.id})`
    : sql`and (p.score, p.created_at, p.id) < (${after.score}, ${createdAt}, ${after.id})`
}

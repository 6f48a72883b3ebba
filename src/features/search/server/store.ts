import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { SearchCursor } from '../contract.ts'
import type { SearchSort } from '../contract-values.ts'
import { andIsPublic, type Conditions, isPublicMatch, joinConditions } from './filters-query.ts'
import { rankOf, textVector } from './rank-query.ts'
import type { SearchQueries } from './search-terms.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

/** If this many hot posts match, the other posts are not searched. */
export const ENOUGH_MATCHES = 800
/**
 * If this many hot posts match, only `ENOUGH_MATCHES` of them are ranked, those with the best scores, because ranking
 * 10,000 posts takes 20 ms.
 */
const TOO_MANY_MATCHES = 4_000
/** How many of the newest posts to search if the other posts are not searched for all their matches. */
const MAX_NEWEST = 5_000
/** The maximum number of posts whose title equals the query. They are ranked regardless of their score. */
const MAX_SAME_TITLE = 100

export type SearchRequest = Conditions & {
  text: string
  /** Members search whole prompts; visitors search only the part that they can read. */
  isMember: boolean
  sortBy: SearchSort
  after?: SearchCursor | undefined
  offset: number
  limit: number
}

/** If fewer posts than this match all words, the search also lists posts that match some of them. */
export const MIN_FULL_MATCHES = 5

/** `createdAt` is in seconds, with PostgreSQL's precision, by which posts of the same moment are sorted. */
export type SearchMatch = { id: number; rank: number; score: number; createdAt: number }

/** The matches on the requested page, and the number of all matches. If there are only a few, all are on the page. */
export type MatchPage = { count: number; matches: SearchMatch[] }

/**
 * The parameters of a statement in a search: the request, its tsqueries, and the statement's time limit in
 * milliseconds.
 */
export type TimedSearch = { request: SearchRequest; queries: SearchQueries; ms: number }

/**
 * Finds the posts that match all words, ranks them and returns the requested page. Searches the hot posts first, whose
 * copy is small enough to stay in memory. If fewer than `ENOUGH_MATCHES` of them match, searches all other posts as well,
 * in index order. Posts whose title equals the query are always found. The posts themselves are read only for the page,
 * unless the order or a condition depends on what the index does not contain.
 */
export const selectMatches = async (
  sql: AnySql,
  search: TimedSearch,
  { isHotOnly }: { isHotOnly: boolean },
): Promise<MatchPage> => {
  const { request } = search
  const isNewest = request.sortBy === 'new'
  const rows = await sql<(SearchMatch & { count: number })[]>`
    with ${selectHot(sql, search)}
    ${isHotOnly ? sql`` : sql`, others as materialized (${selectOthers(sql, search)}), titled as (${selectTitled(sql, search)})`}
    ${isNewest && !isHotOnly ? sql`, newest as (${selectNewest(sql, search)})` : sql``},
    ranked as materialized (
      select id, ${rankOf(sql, { ...search, text: request.text })} as rank
      from (
        select * from hot ${isHotOnly ? sql`` : sql`union all select * from others union all select * from titled`}
        ${isNewest && !isHotOnly ? sql`union all select * from newest` : sql``}
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (${orderMatches(sql, request)}) as position
      from (${selectBest(sql, request)}) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < ${MIN_FULL_MATCHES}
      or position > ${startOfPage(sql, request)} and position <= ${startOfPage(sql, request)} + ${request.limit}::integer
    order by position`
  return { count: rows[0]?.count ?? 0, matches: rows.filter(({ id }) => id !== null) }
}

/** Selects the matches from which the page is taken: the best ones, if their order by rank is enough to find the page. */
const selectBest = (sql: AnySql, { sortBy, after, offset, limit }: SearchRequest) =>
  sortBy === 'relevance' && !after
    ? sql`select * from ranked order by rank desc fetch first (${Math.max(offset + limit, MIN_FULL_MATCHES)}::integer) rows with ties`
    : sql`select * from ranked`

/**
 * Finds the matches among the hot posts by the index. If these are too many, reads the posts in the order of their scores
 * instead, until enough of them have matched.
 */
const selectHot = (sql: AnySql, search: TimedSearch) => {
  const { request } = search
  const timed = { ...search, ms: Math.round(search.ms / 2) }
  const isFrequent = sql`(select count(*) from matching) >= ${literal(sql, TOO_MANY_MATCHES)}`
  return sql`
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s ${joinConditions(sql, request)}
      where ${isMatch(sql, timed)} ${andIsPublic(sql, request)} limit ${literal(sql, TOO_MANY_MATCHES)}
    ), hot as materialized (
      select id, visible from matching where not ${isFrequent}
      union all (
        select p.id, s.visible from (
          select id from posts p where ${isFrequent} and ${isPublicMatch(sql, request)}
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where ${isMatch(sql, timed)} limit ${literal(sql, ENOUGH_MATCHES)}
      )
    )`
}

/** Finds matches among the other posts if the hot posts do not have enough. */
const selectOthers = (sql: AnySql, search: TimedSearch) => sql`
  select s.post_id as id, s.visible
  from post_search s ${joinConditions(sql, search.request)}
  where ${isMatch(sql, search)} ${andIsPublic(sql, search.request)} and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < ${literal(sql, ENOUGH_MATCHES)} then ${literal(sql, ENOUGH_MATCHES)} else 0 end`

const selectTitled = (sql: AnySql, search: TimedSearch) => sql`
  select s.post_id as id, s.visible
  from post_search s ${joinConditions(sql, search.request)}
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash(${textVector(sql, search.request.text)})
    and ${isMatch(sql, search)} ${andIsPublic(sql, search.request)}
    and s.post_id not in (select id from hot union all select id from others)
  limit ${literal(sql, MAX_SAME_TITLE)}`

/**
 * Finds matches among the newest posts if more posts match than can be ranked. Without the lateral join, PostgreSQL might
 * read every post that contains a frequent word.
 */
const selectNewest = (sql: AnySql, search: TimedSearch) => sql`
  select p.id, s.visible
  from (
    select id from posts p where ${isPublicMatch(sql, search.request)}
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= ${literal(sql, ENOUGH_MATCHES)} then ${literal(sql, MAX_NEWEST)} else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where ${isMatch(sql, search)} and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit ${literal(sql, ENOUGH_MATCHES)}`

const orderMatches = (sql: AnySql, { sortBy }: SearchRequest) =>
  ({
    relevance: sql`order by rank desc, score desc, id desc`,
    top: sql`order by score desc, id desc`,
    new: sql`order by created_at desc, id desc`,
  })[sortBy]

/**
 * Returns the number of matches before the page. If the cursor's post has been deleted, the page begins at its position
 * by relevance, which is also close enough for the other sort orders.
 */
const startOfPage = (sql: AnySql, { after, offset }: SearchRequest) =>
  after
    ? sql`${offset}::integer + coalesce(
        (select position from numbered where id = ${after.id}),
        (select count(*) from numbered where (rank, score, id) >= (${after.rank}, ${after.score}, ${after.id})))`
    : sql`${offset}::integer`

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

import type { AnySql, Fragment } from '#server/database/connect.ts'
import type { SearchAnchor } from '../contract.ts'
import type { SearchQueries } from './search-terms.ts'
import { isLate, vectorOf } from './vector-query.ts'

/** Matches that are ranked; ranking them all would take seconds for a frequent word. */
export const RANKED = 800
/** Posts that are read for a page of what no index can find. */
const READ = 1_000
/** Posts whose title is what is searched for, which are ranked whatever their score. */
const TITLED = 100

/** What a query asks of a post beside its text; null means no such filter. */
export type Filters = {
  types: readonly string[]
  /** A post carries one model of each list. */
  models: readonly (readonly string[])[]
  topicId: number | null
  userId: number | null
}

export type Wanted = Filters & {
  text: string
  /** A member's search looks at whole prompts, a visitor's at what a visitor may read. */
  isMember: boolean
  after?: SearchAnchor | undefined
  offset: number
  limit: number
}

/** Matches of everything that was typed rank above partial ones, which stay below this. */
export const FULL_RANK = 10_000_000

export type Match = { id: number; rank: number; score: number }

/** A search under way: what is wanted of a post, and the milliseconds that a statement may spend on it. */
export type Search = { wanted: Wanted; queries: SearchQueries; ms: number }

/**
 * Matches among the best posts, best-scored first, up to `RANKED`. A copy of these posts is searched, which is small and
 * stays in memory.
 */
export const findAmongBest = (sql: AnySql, search: Search) => sql<Match[]>`
  select id, ${rankOf(sql, search)}, score from (
    select p.id, p.score, s.visible
    from best_search s join posts p on p.id = s.post_id
    where ${isMatch(sql, search)} and ${filtersOf(sql, search.wanted)}
    order by p.score desc, p.id desc limit ${RANKED}
  ) found`

/** Matches among all posts in the order in which the index gives them, and posts with that very title. */
export const findAmongAll = (sql: AnySql, search: Search, most: number) => sql<Match[]>`
  with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where ${isMatch(sql, search)} and ${filtersOf(sql, search.wanted)}
    limit ${most}
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_key(ts_filter(s.visible, '{a}')) = title_key(${said(sql, search.wanted.text)})
      and ${isMatch(sql, search)} and ${filtersOf(sql, search.wanted)}
    limit ${TITLED}
  )
  select id, ${rankOf(sql, search)}, score from (select * from others union all select * from titled) found`

/** For a query of filters only: the best-scored posts, as a feed has them. */
export const findFiltered = (sql: AnySql, wanted: Wanted) => sql<Match[]>`
  select id, 0 as rank, score from posts p where ${filtersOf(sql, wanted)} ${behind(sql, wanted)}
  ${bestScored(sql)} limit ${wanted.limit} offset ${wanted.offset}`

/** For words that no index can find (`-rain`): as many posts as a page needs are read from where it begins, up to a bound. */
export const findWithout = (sql: AnySql, { wanted, queries, ms }: Search) => sql<Match[]>`
  select p.id, 0 as rank, p.score
  from (
    select id, score, created_at from posts p where ${filtersOf(sql, wanted)} ${behind(sql, wanted)}
    ${bestScored(sql)} limit ${READ + Math.min(wanted.offset, READ * 10)}
  ) p join post_search s on s.post_id = p.id
  where ${inTime(sql, ms, sql`${vectorOf(sql, wanted)} @@ ${queries.strict}::tsquery`)}
  ${bestScored(sql)} limit ${wanted.limit} offset ${wanted.offset}`

/**
 * The index finds the words, which reads no post. A phrase or an exclusion is then looked for in each of these posts, as long as
 * there is time: an author may have planted posts that take long.
 */
const isMatch = (sql: AnySql, { wanted, queries, ms }: Search): Fragment => {
  const vector = vectorOf(sql, wanted)
  return sql`${vector} @@ ${queries.words}::tsquery
    ${queries.isExact ? sql`` : sql`and ${inTime(sql, ms, sql`${vector} @@ ${queries.strict}::tsquery`)}`}`
}

/** False for each row that is reached after the time has passed; `case` alone keeps the order of what is looked at. */
export const inTime = (sql: AnySql, ms: number, condition: Fragment) =>
  sql`case when ${isLate(sql, ms)} then false else ${condition} end`

/**
 * The title counts most, then the frequency and the weight of the words. Only what a visitor may read is ranked: it is bounded, so
 * that no prompt makes the ranking slow. `ts_rank_cd`, which knows how close the words are, takes time that grows with the
 * product of their repetitions; with `|` between the words `ts_rank` reads each position once.
 */
const rankOf = (sql: AnySql, { wanted, queries, ms }: Search) => sql`
  ${FULL_RANK} + case when ${isLate(sql, ms)} then 0 else (1000000 * ${inTitle(sql, wanted.text, queries)}
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, ${queries.any}::tsquery, 33)))::integer end as rank`

/** 2 where the title says what is searched for and nothing else, 1 where it says it. */
const inTitle = (sql: AnySql, text: string, { strict }: SearchQueries) => sql`
  case
    when not ts_filter(visible, '{a}') @@ ${strict}::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(${said(sql, text)}) then 2
    else 1
  end`

const said = (sql: AnySql, text: string) => sql`to_tsvector('public.prompt_search', words_apart(${text}))`

export const filtersOf = (sql: AnySql, { types, models, topicId, userId }: Filters) => sql`
  not p.is_private
  ${types.length > 1 ? sql`and p.type = any(${[...types]}::text[])` : sql``}
  ${types.length === 1 ? sql`and p.type = ${types[0] ?? ''}` : sql``}
  ${models.reduce((all, ids) => sql`${all} and p.models && ${[...ids]}::text[]`, sql``)}
  ${topicId === null ? sql`` : sql`and p.topic_id = ${topicId}`}
  ${userId === null ? sql`` : sql`and p.user_id = ${userId}`}`

const bestScored = (sql: AnySql) => sql`order by p.score desc, p.created_at desc, p.id desc`

/** Ids follow the time nearly: of a post that was deleted meanwhile, that of the one before it will do. */
const behind = (sql: AnySql, { after }: Wanted) =>
  after
    ? sql`and (p.score, p.created_at, p.id) < (${after.score},
        (select created_at from posts where id <= ${after.id} order by id desc limit 1), ${after.id})`
    : sql``

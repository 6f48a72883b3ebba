import type { AnySql, Fragment } from '#server/database/connect.ts'
import type { SearchAnchor } from '../contract.ts'
import { vectorOf } from './vector-query.ts'

/** Matches that are ranked; ranking them all would take seconds for a frequent word. */
const RANKED = 800
/** Posts that are read for a page of what no index can find. */
const READ = 1_000
/** Posts whose title is what is searched for, which are ranked whatever their score. */
const TITLED = 100
/** A query that takes longer (cold disks, a phrase of frequent words) is answered from the best posts alone. */
const PATIENCE_MS = 1_000

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

/** What `beginSearch` found out, and whether all posts may be searched or only the best, which takes milliseconds. */
type Reach = { isIndexed: boolean; isPatient: boolean }

export type Match = { id: number; rank: number; score: number }

/**
 * Prepares a transaction for searching and reads the text: does it hold words, and can the index find them?
 * The planner must see the words, and must not be tempted to read through the table, nor to start workers, which
 * costs more than they save.
 */
export const beginSearch = async (sql: AnySql, text: string, isPatient: boolean) => {
  const [row] = await sql<{ hasWords: boolean; isIndexed: boolean }[]>`
    select numnode(query) > 0 as has_words, querytree(query) not in ('', 'T') as is_indexed,
      set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      ${isPatient ? sql`set_config('statement_timeout', ${String(PATIENCE_MS)}, true),` : sql``}
      set_config('pg_trgm.similarity_threshold', '0.2', true)
    from search_query(${text}) query`
  return { hasWords: row?.hasWords ?? false, isIndexed: row?.isIndexed ?? false }
}

/**
 * Best matches first. Looked for among the best posts and, where those have too few and there is patience, among all; and among
 * those of that title.
 */
export const findMatches = (sql: AnySql, wanted: Wanted, { isIndexed, isPatient }: Reach) => {
  if (!isIndexed) return findWithout(sql, wanted, isPatient)
  const filters = filtersOf(sql, wanted)
  const asked = sql`search_query(${wanted.text})`
  const isMatch = sql`${vectorOf(sql, wanted)} @@ ${asked}`
  const rank = (vector: Fragment) => sql`(1000000 * ${inTitle(sql, vector, wanted.text)}
    + round(1e6 * ts_rank_cd('{0.05, 0.2, 0.4, 1}', ${vector}, ${asked}, 33)))::integer as rank`
  // The limits stand inside, so that no more than those are ranked. `|| ''` brings a long vector from its own place once,
  // not for each function that looks at it; those of the best are in memory.
  return sql<Match[]>`
    with best as materialized (
      select id, ${rank(sql`vector`)}, score from (
        select p.id, p.score, ${vectorOf(sql, wanted)} as vector
        from best_search s join posts p on p.id = s.post_id
        where ${isMatch} and ${filters} order by p.score desc, p.id desc limit ${RANKED}
      ) found
    ), others as (
      select id, ${rank(sql`vector`)}, score from (
        select p.id, p.score, ${vectorOf(sql, wanted)} || '' as vector
        from post_search s join posts p on p.id = s.post_id
        where ${isMatch} and ${filters} and (select count(*) from best) < ${RANKED}
        limit ${isPatient ? RANKED : 0}
      ) found
    ), titled as (
      select id, ${rank(sql`vector`)}, score from (
        select p.id, p.score, ${vectorOf(sql, wanted)} || '' as vector
        from post_search s join posts p on p.id = s.post_id
        where title_key(ts_filter(s.visible, '{a}')) = title_key(${said(sql, wanted.text)})
          and ${isMatch} and ${filters}
        limit ${TITLED}
      ) found
    ), ranked as (select * from best union select * from others union select * from titled)
    select id, rank, score from ranked ${pageOf(sql, wanted)}`
}

/** For a query of filters only: the best-scored posts, as a feed has them. */
export const findFiltered = (sql: AnySql, wanted: Wanted) => sql<Match[]>`
  select id, 0 as rank, score from posts p where ${filtersOf(sql, wanted)} ${behind(sql, wanted)}
  ${bestScored(sql)} limit ${wanted.limit} offset ${wanted.offset}`

/** For words that no index can find (`-rain`): as many posts as a page needs are read from where it begins, up to a bound. */
const findWithout = (sql: AnySql, wanted: Wanted, isPatient: boolean) => sql<Match[]>`
  select p.id, 0 as rank, p.score
  from (
    select id, score, created_at from posts p where ${filtersOf(sql, wanted)} ${behind(sql, wanted)}
    ${bestScored(sql)} limit ${READ + (isPatient ? wanted.offset : 0)}
  ) p join post_search s on s.post_id = p.id
  where ${vectorOf(sql, wanted)} @@ search_query(${wanted.text})
  ${bestScored(sql)} limit ${wanted.limit} offset ${wanted.offset}`

/** 2 where the title says what is searched for and nothing else, 1 where it says it. */
const inTitle = (sql: AnySql, vector: Fragment, text: string) => sql`
  case
    when not ts_filter(${vector}, '{a}') @@ search_query(${text}) then 0
    when length(ts_filter(${vector}, '{a}')) = length(${said(sql, text)}) then 2
    else 1
  end`

const said = (sql: AnySql, text: string) => sql`to_tsvector('public.prompt_search', words_apart(${text}))`

const filtersOf = (sql: AnySql, { types, models, topicId, userId }: Filters) => sql`
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

const pageOf = (sql: AnySql, { after, offset, limit }: Wanted) => sql`
  ${after ? sql`where (rank, score, id) < (${after.rank}, ${after.score}, ${after.id})` : sql``}
  order by rank desc, score desc, id desc limit ${limit} offset ${offset}`

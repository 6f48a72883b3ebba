import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { QueryPart } from './query-parts.ts'
import { isPublicMatch, type SearchMatch, type SearchRequest, withDeadline } from './store.ts'
import { isTimedOut, searchVectorColumn } from './vector-query.ts'

/**
 * The maximum number of posts to count for each part: among the hot posts or, if no hot post contains the part, among
 * all posts.
 */
const MAX_COUNTED = 2_000
const MAX_COUNTED_RARE = 50
/** The maximum number of candidates that each part contributes, from the hot posts and from all posts. */
const MAX_CANDIDATES = 1_000
/** The maximum number of partial matches in the results. */
const MAX_RESULTS = 200

/** Counts the posts that contain each part. `words` contains tsqueries that an index can answer. */
export const countPostsPerQueryPart = (
  sql: AnySql,
  words: readonly string[],
  { isMember, ms }: { isMember: boolean; ms: number },
) => {
  const found = sql`${searchVectorColumn(sql, { isMember })} @@ words::tsquery and not ${isTimedOut(sql, ms)}`
  return sql<{ posts: number; total: number }[]>`
    select posts, (select count(*)::integer from hot_post_search) as total
    from unnest(${[...words]}::text[]) with ordinality t(words, ord)
    cross join lateral (
      select coalesce(
        nullif((select count(*) from (select from hot_post_search s where ${found} limit ${MAX_COUNTED}) best), 0),
        (select count(*) from (select from post_search s where ${found} limit ${MAX_COUNTED_RARE}) others)
      )::integer as posts
    ) counted
    order by ord`
}

type Search = { request: SearchRequest; parts: readonly QueryPart[]; excluded: string; ms: number }

/**
 * Finds posts that contain some of the parts, and ranks them by how many and how rare these parts are. A part has the
 * highest weight in the title, then in the description, then in the public beginning of the prompt, and the lowest in
 * the rest of the prompt, which only members can read.
 */
export const selectPostsByQueryParts = (sql: AnySql, { request, parts, excluded, ms }: Search) => {
  const vector = searchVectorColumn(sql, request)
  const column = <K extends keyof QueryPart>(key: K) => parts.map((part) => part[key])
  const flags = (key: 'isSelective' | 'isRare') => parts.map((part) => String(part[key]))
  const candidates = (from: SqlFragment, flag: 'is_selective' | 'is_rare') => sql`
    select ord, found.post_id from parts cross join lateral (
      select s.post_id ${from}
      where ${vector} @@ words and ${withDeadline(sql, ms, sql`${vector} @@ query`)} limit ${MAX_CANDIDATES}
    ) found where ${sql(flag)}`
  return sql<SearchMatch[]>`
    with parts as materialized (
      select ord, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, weight,
        is_selective::boolean, is_rare::boolean
      from unnest(${column('query')}::text[], ${column('words')}::text[], ${column('inTitle')}::text[],
        ${column('inDescription')}::text[], ${column('weight')}::double precision[], ${flags('isSelective')}::text[],
        ${flags('isRare')}::text[])
        with ordinality t(query, words, in_title, in_description, weight, is_selective, is_rare, ord)
    ), candidates as materialized (
      ${candidates(sql`from hot_post_search s`, 'is_selective')}
      union ${candidates(sql`from post_search s`, 'is_rare')}
    ), weighed as (
      select p.id, p.score, sum(weight * case
        when ${isTimedOut(sql, ms)} then 0
        when s.visible @@ in_title then 3
        when s.visible @@ in_description then 1.5
        when s.visible @@ query then 1
        when candidates.ord is not null then 0.5
        else 0
      end) as weight
      from (select distinct post_id from candidates) found
      ${joinPost(sql, sql`found.post_id`)} join post_search s on s.post_id = p.id cross join parts
      left join candidates on candidates.post_id = p.id and candidates.ord = parts.ord
      where ${isPublicMatch(sql, request)}
        ${excluded === '' ? sql`` : sql`and ${withDeadline(sql, ms, sql`not ${vector} @@ ${excluded}::tsquery`)}`}
      group by p.id
    )
    select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score
    from weighed where weight > 0 order by rank desc, score desc, id desc limit ${MAX_RESULTS}`
}

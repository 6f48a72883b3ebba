import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import { andIsPublic, joinConditions } from './filters-query.ts'
import type { QueryPart } from './query-parts.ts'
import { MIN_FULL_MATCHES, type SearchMatch, type SearchRequest, withDeadline } from './store.ts'
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

/** If more posts than this contain a part, that part alone does not make a post a candidate. */
const SELECTIVE_POSTS = 1_000
/** A part in at most this many of the hot posts (one in a hundred) is so rare that all posts are searched for it. */
const RARE_POSTS = 100
/** The factor of the weight of words that phrase a request. */
const REQUEST_WEIGHT = 0.3

/** From this number of hot posts on, PostgreSQL's estimate is used, because counting 10,000 rows takes 0.5 ms. */
const MIN_ESTIMATED = 1_000

type Search = { request: SearchRequest; parts: readonly QueryPart[]; excluded: string; ms: number }

/**
 * Finds posts that contain some of the parts, and ranks them by how many and how rare these parts are: rare words have a
 * higher weight because they reveal more about the subject. A part has the highest weight in the title, then in the
 * description, then in the public beginning of the prompt, and the lowest in the rest of the prompt, which only members
 * can read. Reads only the posts of the results, not those of all candidates, unless a condition depends on them.
 */
export const selectPostsByQueryParts = (sql: AnySql, { request, parts, excluded, ms }: Search) => {
  const vector = searchVectorColumn(sql, request)
  const column = <K extends keyof QueryPart>(key: K) => parts.map((part) => String(part[key]))
  const rareCount = sql`
    select count(*) from (
      select from post_search s where ${vector} @@ words and not ${isTimedOut(sql, Math.round(ms / 3))}
      limit ${literal(sql, MAX_COUNTED_RARE)}
    ) counted`
  const candidates = (from: SqlFragment, condition: SqlFragment) => sql`
    select s.post_id ${from}
    where ${condition} and ${vector} @@ words and case when words = query then true else ${withDeadline(sql, ms, sql`${vector} @@ query`)} end
    limit ${literal(sql, MAX_CANDIDATES)}`
  return sql<SearchMatch[]>`
    with counted as materialized (
      select ord, query::tsquery, words, in_title::tsquery, in_description::tsquery, is_request::boolean, hot,
        coalesce(nullif(cardinality(hot), 0), (${rareCount})) as posts
      from unnest(${column('query')}::text[], ${column('words')}::tsquery[], ${column('inTitle')}::text[],
        ${column('inDescription')}::text[], ${column('isRequest')}::text[])
        with ordinality t(query, words, in_title, in_description, is_request, ord)
      cross join lateral (
        select array(
          select s.post_id from hot_post_search s where ${vector} @@ words and not ${isTimedOut(sql, Math.round(ms / 3))}
          limit ${literal(sql, MAX_COUNTED)}
        ) as hot
      ) found
    ), parts as materialized (
      select ord, query, words, in_title, in_description, hot,
        ln(1 + total.posts / counted.posts) * case when is_request then ${REQUEST_WEIGHT}::double precision else 1 end as weight,
        counted.posts <= ${SELECTIVE_POSTS}::integer or counted.posts = min(counted.posts) over () as is_selective,
        counted.posts <= ${RARE_POSTS}::integer as is_rare
      from counted cross join (${countHotPosts(sql)}) total where counted.posts > 0
    ), candidates as materialized (
      select ord, found.post_id from parts cross join lateral (
        (select post_id from unnest(hot) post_id where words = query limit ${literal(sql, MAX_CANDIDATES)})
        union all (${candidates(sql`from hot_post_search s`, sql`words <> query`)})
      ) found where is_selective
      union select ord, found.post_id from parts cross join lateral (${candidates(sql`from post_search s`, sql`true`)}) found where is_rare
    ), weighed as (
      select s.post_id, (
        select sum(weight * case
          when ${isTimedOut(sql, ms)} then 0
          when s.visible @@ query then case when s.visible @@ in_title then 3 when s.visible @@ in_description then 1.5 else 1 end
          when ord = any(ords) then 0.5
          else 0
        end) from parts
      ) as weight
      from (select post_id, array_agg(ord) as ords from candidates group by post_id) chosen
      join post_search s using (post_id) ${joinConditions(sql, request)}
      where true ${andIsPublic(sql, request)}
        ${excluded === '' ? sql`` : sql`and ${withDeadline(sql, ms, sql`not ${vector} @@ ${excluded}::tsquery`)}`}
    ), best as (
      select post_id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank
      from weighed where weight > 0 order by rank desc fetch first (${countResults(request)}::integer) rows with ties
    )
    select p.id, rank, p.score, extract(epoch from p.created_at)::double precision as created_at
    from best ${joinPost(sql, sql`best.post_id`)} where not p.is_private
    order by rank desc, p.score desc, p.id desc limit ${countResults(request)}::integer`
}

/** How many of the best partial matches can be on the page or before it, together with a few full matches. */
const countResults = ({ sortBy, after, offset, limit }: SearchRequest): number =>
  sortBy === 'relevance' && !after ? Math.min(offset + limit + MIN_FULL_MATCHES, MAX_RESULTS) : MAX_RESULTS

const countHotPosts = (sql: AnySql) => sql`
  select case when reltuples >= ${literal(sql, MIN_ESTIMATED)} then reltuples else (select count(*) from hot_post_search) end::double precision as posts
  from pg_class where oid = 'hot_post_search'::regclass`

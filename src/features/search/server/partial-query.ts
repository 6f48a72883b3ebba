import type { AnySql } from '#server/database/connect.ts'
import type { Part } from './partial-terms.ts'
import { filtersOf, inTime, type Match, type Wanted } from './store.ts'
import { isLate, vectorOf } from './vector-query.ts'

/** Posts with a part that are counted among the best posts, and, where there is none, among all. */
const COUNTED = 2_000
const COUNTED_RARE = 50
/** Posts that a part brings, from the best and from all. */
const BROUGHT = 1_000
/** Partial matches that are listed. */
const LISTED = 200

/** In how many of the best posts each part occurs; `words` finds it in the index. */
export const countParts = (
  sql: AnySql,
  words: readonly string[],
  { isMember, ms }: { isMember: boolean; ms: number },
) => {
  const found = sql`${vectorOf(sql, { isMember })} @@ words::tsquery and not ${isLate(sql, ms)}`
  return sql<{ posts: number; total: number }[]>`
    select posts, (select count(*)::integer from best_search) as total
    from unnest(${[...words]}::text[]) with ordinality t(words, at)
    cross join lateral (
      select coalesce(
        nullif((select count(*) from (select from best_search s where ${found} limit ${COUNTED}) best), 0),
        (select count(*) from (select from post_search s where ${found} limit ${COUNTED_RARE}) others)
      )::integer as posts
    ) counted
    order by at`
}

type Search = { wanted: Wanted; parts: readonly Part[]; excluded: string; ms: number }

/**
 * The posts with the most and the rarest parts, best first. A part counts most in the title, then in the description, then in
 * what a visitor may read of the prompt, and least in what only a member may.
 */
export const findPartial = (sql: AnySql, { wanted, parts, excluded, ms }: Search) => {
  const vector = vectorOf(sql, wanted)
  const column = <K extends keyof Part>(key: K) => parts.map((part) => part[key])
  const flags = (key: 'isSelective' | 'isRare') => parts.map((part) => String(part[key]))
  const brought = (table: 'best_search' | 'post_search', which: 'is_selective' | 'is_rare') => sql`
    select at, found.post_id from parts cross join lateral (
      select s.post_id from ${sql(table)} s
      where ${vector} @@ words and ${inTime(sql, ms, sql`${vector} @@ query`)} limit ${BROUGHT}
    ) found where ${sql(which)}`
  return sql<Match[]>`
    with parts as materialized (
      select at, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, weight,
        is_selective::boolean, is_rare::boolean
      from unnest(${column('query')}::text[], ${column('words')}::text[], ${column('inTitle')}::text[],
        ${column('inDescription')}::text[], ${column('weight')}::double precision[], ${flags('isSelective')}::text[],
        ${flags('isRare')}::text[])
        with ordinality t(query, words, in_title, in_description, weight, is_selective, is_rare, at)
    ), brought as materialized (
      ${brought('best_search', 'is_selective')} union ${brought('post_search', 'is_rare')}
    ), weighed as (
      select p.id, p.score, sum(weight * case
        when ${isLate(sql, ms)} then 0
        when s.visible @@ in_title then 3
        when s.visible @@ in_description then 1.5
        when s.visible @@ query then 1
        when brought.at is not null then 0.5
        else 0
      end) as weight
      from (select distinct post_id from brought) found
      join posts p on p.id = found.post_id join post_search s on s.post_id = p.id cross join parts
      left join brought on brought.post_id = p.id and brought.at = parts.at
      where ${filtersOf(sql, wanted)}
        ${excluded === '' ? sql`` : sql`and ${inTime(sql, ms, sql`not ${vector} @@ ${excluded}::tsquery`)}`}
      group by p.id
    )
    select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score
    from weighed where weight > 0 order by rank desc, score desc, id desc limit ${LISTED}`
}

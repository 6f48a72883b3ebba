import { toTopicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { joinPostTopic } from '#features/posts/server/access-query.ts'
import { hasTags } from '#features/posts/server/tags-query.ts'
import { hasWorkedWith } from '#features/results/server/results-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { toSearchCondition } from './terms-query.ts'

/** A search within a list of posts, such as bookmarks; `query` is a tsquery, or null if there are only filters. */
export type ListSearch = Awaited<ReturnType<typeof toSearchCondition>>

/** Returns null for an empty search, which matches every post. */
export const prepareListSearch = async (tx: AnySql, q: string): Promise<ListSearch | null> =>
  q === '' ? null : toSearchCondition(tx, q)

/** The time limit in milliseconds. A search that reaches it returns the posts found so far. */
const MAX_SEARCH_MS = 200

/**
 * The number of the prompt's characters to parse if the post has no row in the search index yet. Parsing this many
 * takes well under a millisecond.
 */
const UNINDEXED_CHARACTERS = 2_000

/**
 * Returns the joins and the beginning of the `where` clause of a search among posts (`p`). The caller adds the
 * condition that the viewer can see them. For visitors, only the part of a post that they can read is searched.
 */
export const buildListSearchClauses = (
  sql: AnySql,
  viewer: Viewer,
  search: ListSearch | null,
): SqlFragment => {
  if (!search) return sql`where true`
  const { query, types, models, works, tags, topic, author } = search
  return sql`
    ${query === null ? sql`` : sql`left join post_search s on s.post_id = p.id left join private_post_search h on h.post_id = p.id`}
    ${author === undefined ? sql`` : sql`${joinMember(sql, sql`p.user_id`)} and lower(u.username) = lower(${author})`}
    ${topic === undefined ? sql`` : sql`${joinPostTopic(sql)}`}
    where true ${topic === undefined ? sql`` : sql`and t.slug = ${toTopicSlug(topic)}`}
    ${types.length ? sql`and p.type = any(${types}::text[])` : sql``}
    ${models.length ? sql`and p.models && ${models}::text[]` : sql``}
    ${works.length ? sql`and ${hasWorkedWith(sql, works)}` : sql``}
    ${tags.length ? sql`and ${hasTags(sql, tags)}` : sql``}
    ${query === null ? sql`` : sql`and ${matchesInTime(sql, query, viewer !== null)}`}`
}

/**
 * Checks whether a post matches, within the time limit. `case` guarantees the order of evaluation: after the
 * deadline, no more posts are read.
 */
const matchesInTime = (sql: AnySql, query: string, isWhole: boolean): SqlFragment => {
  const unindexed = sql`post_search_vector(p.title, p.description, '', left(p.prompt, ${isWhole ? UNINDEXED_CHARACTERS : 0}))`
  return sql`
    case when clock_timestamp() > statement_timestamp() + ${MAX_SEARCH_MS}::double precision * interval '1 millisecond' then false
    else coalesce(${isWhole ? sql`s.whole, h.whole` : sql`s.visible`}, ${unindexed}) @@ ${query}::tsquery end`
}

import { topicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { joinTopicOfPost } from '#features/posts/server/access-query.ts'
import { hasTags } from '#features/posts/server/tags-query.ts'
import { hasWorkedWith } from '#features/results/server/results-query.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'
import { toSearchCondition } from './terms-query.ts'

/** A search within a list of posts, such as bookmarks; `query` is a tsquery, or null if there are only filters. */
export type SearchWithin = Awaited<ReturnType<typeof toSearchCondition>>

/** Returns null for an empty search, which matches every post. */
export const toSearchWithin = async (tx: AnySql, q: string): Promise<SearchWithin | null> =>
  q === '' ? null : toSearchCondition(tx, q)

/** A search that takes longer returns what it has found until then. */
const MAX_SEARCH_MS = 200

/**
 * How much of the prompt to parse if the post has no index row yet. Parsing this much takes well under a
 * millisecond.
 */
const UNINDEXED_CHARACTERS = 2_000

/**
 * The joins and the beginning of the `where` clause of a search among posts (`p`) that the viewer can see, which the
 * caller makes sure of. For visitors it reads only what they can read of a post.
 */
export const matchingWithin = (sql: AnySql, viewer: Viewer, search: SearchWithin | null): Fragment => {
  if (!search) return sql`where true`
  const { query, types, models, works, tags, topic, author } = search
  return sql`
    ${query === null ? sql`` : sql`left join post_search s on s.post_id = p.id left join private_post_search h on h.post_id = p.id`}
    ${author === undefined ? sql`` : sql`${joinMember(sql, sql`p.user_id`)} and lower(u.username) = lower(${author})`}
    ${topic === undefined ? sql`` : sql`${joinTopicOfPost(sql)}`}
    where true ${topic === undefined ? sql`` : sql`and t.slug = ${topicSlug(topic)}`}
    ${types.length ? sql`and p.type = any(${types}::text[])` : sql``}
    ${models.length ? sql`and p.models && ${models}::text[]` : sql``}
    ${works.length ? sql`and ${hasWorkedWith(sql, works)}` : sql``}
    ${tags.length ? sql`and ${hasTags(sql, tags)}` : sql``}
    ${query === null ? sql`` : sql`and ${matchesInTime(sql, query, viewer !== null)}`}`
}

/** `case` guarantees the order of evaluation: once the time is up, no more posts are read. */
const matchesInTime = (sql: AnySql, query: string, isWhole: boolean): Fragment => {
  const unindexed = sql`post_search_vector(p.title, p.description, '', left(p.prompt, ${isWhole ? UNINDEXED_CHARACTERS : 0}))`
  return sql`
    case when clock_timestamp() > statement_timestamp() + ${MAX_SEARCH_MS}::double precision * interval '1 millisecond' then false
    else coalesce(${isWhole ? sql`s.whole, h.whole` : sql`s.visible`}, ${unindexed}) @@ ${query}::tsquery end`
}

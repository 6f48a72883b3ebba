import type { Viewer } from '#core/viewer.ts'
import { mutedIds, mutedValues, mutedWordsPattern } from '#features/members/server/mutes-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** What a member has asked for, so that muting it hides nothing: a list of its posts, or a search for them. */
export type Requested = {
  userId?: number | null | undefined
  topicId?: number | SqlFragment | null | undefined
  tags?: readonly string[]
  models?: readonly string[]
}

/**
 * Returns an SQL condition, which begins with `and`, that the viewer has muted neither the author, the topic, a tag nor a
 * model of the post `p`, nor a word of its title or description. Their own posts are never hidden. It is empty for
 * viewers without mutes, whose statements stay as they are.
 */
export const andNotMuted = (sql: AnySql, viewer: Viewer, requested: Requested = {}): SqlFragment =>
  viewer?.hasMutes
    ? sql`and (p.user_id = ${viewer.id} or not ${isMutedPost(sql, sql`${viewer.id}::integer`, requested)})`
    : sql``

/**
 * Returns an SQL condition that a member has muted the post `p`. `userId` is an SQL expression. PostgreSQL reads what they
 * have muted once for a statement.
 */
export const isMutedPost = (
  sql: AnySql,
  userId: SqlFragment,
  { userId: author = null, topicId = null, tags = [], models = [] }: Requested = {},
): SqlFragment => sql`
  coalesce(p.user_id <> coalesce(${author}::integer, 0) and p.user_id = any(${mutedIds(sql, userId, 'member')})
    or p.topic_id <> coalesce(${topicId}::integer, 0) and p.topic_id = any(${mutedIds(sql, userId, 'topic')})
    or p.tags && array(${mutedTags(sql, userId, tags)})
    or p.models && array(${mutedValues(sql, userId, 'model')} and m.value <> all(${[...models]}::text[]))
    or (p.title || ' ' || p.description) ~* ${mutedWordsPattern(sql, userId)}, false)`

/** A tag that has been renamed is muted under both names, until all posts have the new one. */
const mutedTags = (sql: AnySql, userId: SqlFragment, requested: readonly string[]): SqlFragment => sql`
  select name from (${mutedValues(sql, userId, 'tag')}) as muted(value)
  cross join lateral (select muted.value union select target from tag_redirects where name = muted.value) as named(name)
  where name <> all(${[...requested]}::text[])`

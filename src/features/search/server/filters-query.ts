import { toTopicSlug } from '#core/slugs.ts'
import { selectUserId } from '#features/members/server/profile-query.ts'
import { hasTags, type StoredTag, selectStoredTags } from '#features/posts/server/tags-query.ts'
import { hasWorkedWith } from '#features/results/server/results-query.ts'
import { selectClosestTopicId } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { ParsedQuery } from './parse-query.ts'

/** The filters of a search. An empty list and null mean that there is no such filter. */
export type SearchFilters = {
  types: readonly string[]
  /** A post must have at least one model from each list. */
  models: readonly (readonly string[])[]
  works: readonly string[]
  /** A post must have all of these tags. */
  tags: readonly StoredTag[]
  topicId: number | null
  userId: number | null
}

/** Looks up what the filters of a query name. Returns null if no post can match: a topic or author is unknown. */
export const findFilters = async (
  sql: AnySql,
  { types, models, works, tags, topic, author }: ParsedQuery,
): Promise<SearchFilters | null> => {
  const topicId = topic === undefined ? null : await selectClosestTopicId(sql, toTopicSlug(topic))
  const userId = author === undefined ? null : await selectUserId(sql, author)
  if ((topic !== undefined && topicId === null) || (author !== undefined && userId === null)) return null
  return {
    types,
    models: models.length > 0 ? [models] : [],
    works,
    tags: await selectStoredTags(sql, tags),
    topicId,
    userId,
  }
}

/** Returns the SQL conditions, each beginning with `and`, for posts (`p`) that match the filters. */
export const matchesFilters = (
  sql: AnySql,
  { types, models, works, tags, topicId, userId }: SearchFilters,
): SqlFragment => sql`
  ${types.length > 1 ? sql`and p.type = any(${[...types]}::text[])` : sql``}
  ${types.length === 1 ? sql`and p.type = ${types[0] ?? ''}` : sql``}
  ${models.reduce((all, ids) => sql`${all} and p.models && ${[...ids]}::text[]`, sql``)}
  ${works.length > 0 ? sql`and ${hasWorkedWith(sql, works)}` : sql``}
  ${tags.length > 0 ? sql`and ${hasTags(sql, tags)}` : sql``}
  ${topicId === null ? sql`` : sql`and p.topic_id = ${topicId}`}
  ${userId === null ? sql`` : sql`and p.user_id = ${userId}`}`

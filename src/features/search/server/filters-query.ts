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

type Conditions = {
  [Name in keyof SearchFilters]: (sql: AnySql, value: SearchFilters[Name]) => SqlFragment | null
}

/** The SQL condition of each filter for posts (`p`); null if the filter is not set. */
const conditions: Conditions = {
  types: (sql, types) =>
    types.length > 1
      ? sql`p.type = any(${[...types]}::text[])`
      : types.length === 1
        ? sql`p.type = ${types[0] ?? ''}`
        : null,
  models: (sql, models) =>
    models.length > 0
      ? sql`true ${models.reduce((all, ids) => sql`${all} and p.models && ${[...ids]}::text[]`, sql``)}`
      : null,
  works: (sql, works) => (works.length > 0 ? hasWorkedWith(sql, works) : null),
  tags: (sql, tags) => (tags.length > 0 ? hasTags(sql, tags) : null),
  topicId: (sql, topicId) => (topicId === null ? null : sql`p.topic_id = ${topicId}`),
  userId: (sql, userId) => (userId === null ? null : sql`p.user_id = ${userId}`),
}

/** Returns the SQL conditions, each beginning with `and`, for posts (`p`) that match the filters. */
export const matchesFilters = (sql: AnySql, filters: SearchFilters): SqlFragment =>
  (Object.keys(conditions) as (keyof SearchFilters)[]).reduce((all, name) => {
    const condition = (conditions[name] as Conditions['types'])(sql, filters[name] as readonly string[])
    return condition === null ? all : sql`${all} and ${condition}`
  }, sql``)

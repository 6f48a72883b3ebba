import { hasPostFilters, type PostFilters, pickPostFilters } from '#core/post-filters.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { matchesPostFilters } from '#features/feeds/server/post-filters-query.ts'
import { selectUserId } from '#features/members/server/profile-query.ts'
import { hasTags, type StoredTag, selectStoredTags } from '#features/posts/server/tags-query.ts'
import { hasWorkedWith } from '#features/results/server/results-query.ts'
import { selectClosestTopicId } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { ParsedQuery } from './parse-query.ts'

/** The filters of a search. An empty list and null mean that there is no such filter. */
export type SearchFilters = {
  /** The filters of the query, and those that are chosen beside it. A post must match all of them. */
  postFilters: readonly PostFilters[]
  works: readonly string[]
  /** A post must have all of these tags. */
  tags: readonly StoredTag[]
  /** A post must have one of these forms. */
  forms: readonly string[]
  topicId: number | null
  userId: number | null
}

/** Looks up what the filters of a query name. Returns null if no post can match: a topic or author is unknown. */
export const findFilters = async (
  sql: AnySql,
  { works, tags, forms, topic, author, ...parsed }: ParsedQuery,
): Promise<SearchFilters | null> => {
  const [topicId, userId, stored] = await Promise.all([
    topic === undefined ? null : selectClosestTopicId(sql, toTopicSlug(topic)),
    author === undefined ? null : selectUserId(sql, author),
    selectStoredTags(sql, tags),
  ])
  if ((topic !== undefined && topicId === null) || (author !== undefined && userId === null)) return null
  return {
    postFilters: [pickPostFilters(parsed)],
    works,
    tags: stored,
    forms,
    topicId,
    userId,
  }
}

type OwnFilters = Omit<SearchFilters, 'postFilters'>
type Conditions = {
  [Name in keyof OwnFilters]: (sql: AnySql, value: OwnFilters[Name]) => SqlFragment | null
}

/** The SQL condition of each filter that feeds do not have, for posts (`p`); null if the filter is not set. */
const conditions: Conditions = {
  works: (sql, works) => (works.length > 0 ? hasWorkedWith(sql, works) : null),
  tags: (sql, tags) => (tags.length > 0 ? hasTags(sql, tags) : null),
  forms: (sql, forms) => (forms.length > 0 ? sql`p.form = any(${[...forms]}::text[])` : null),
  topicId: (sql, topicId) => (topicId === null ? null : sql`p.topic_id = ${topicId}`),
  userId: (sql, userId) => (userId === null ? null : sql`p.user_id = ${userId}`),
}

/** Returns whether any filter is set. */
export const isFiltered = ({ postFilters, works, tags, forms, topicId, userId }: SearchFilters): boolean =>
  postFilters.some(hasPostFilters) ||
  works.length > 0 ||
  tags.length > 0 ||
  forms.length > 0 ||
  topicId !== null ||
  userId !== null

/** Returns the SQL conditions, each beginning with `and`, for posts (`p`) that match the filters. */
export const matchesFilters = (sql: AnySql, { postFilters, ...filters }: SearchFilters): SqlFragment =>
  (Object.keys(conditions) as (keyof OwnFilters)[]).reduce(
    (all, name) => {
      const condition = (conditions[name] as Conditions['works'])(sql, filters[name] as readonly string[])
      return condition === null ? all : sql`${all} and ${condition}`
    },
    postFilters.reduce((all, each) => sql`${all}${matchesPostFilters(sql, each)}`, sql``),
  )

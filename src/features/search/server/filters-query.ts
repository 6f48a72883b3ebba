import { hasPostFilters, type PostFilters, pickPostFilters } from '#core/post-filters.ts'
import { toTopicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { matchesPostFilters } from '#features/feeds/server/post-filters-query.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { selectUserId } from '#features/members/server/profile-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { deletedPostIds } from '#features/posts/server/delete-posts-query.ts'
import { andNotMuted } from '#features/posts/server/muted-posts-query.ts'
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
type FilterConditions = {
  [Name in keyof OwnFilters]: (sql: AnySql, value: OwnFilters[Name]) => SqlFragment | null
}

/** The SQL condition of each filter that feeds do not have, for posts (`p`); null if the filter is not set. */
const conditions: FilterConditions = {
  works: (sql, works) => (works.length > 0 ? hasWorkedWith(sql, works) : null),
  tags: (sql, tags) => (tags.length > 0 ? hasTags(sql, tags) : null),
  forms: (sql, forms) => (forms.length > 0 ? sql`p.form = any(${[...forms]}::text[])` : null),
  topicId: (sql, topicId) => (topicId === null ? null : sql`p.topic_id = ${topicId}`),
  userId: (sql, userId) => (userId === null ? null : sql`p.user_id = ${userId}`),
}

const isFiltered = ({ postFilters, works, tags, forms, topicId, userId }: SearchFilters): boolean =>
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
      const condition = (conditions[name] as FilterConditions['works'])(
        sql,
        filters[name] as readonly string[],
      )
      return condition === null ? all : sql`${all} and ${condition}`
    },
    postFilters.reduce((all, each) => sql`${all}${matchesPostFilters(sql, each)}`, sql``),
  )

/** What decides which posts are found, besides their words. */
export type Conditions = SearchFilters & { viewer: Viewer }

/** Returns an SQL condition for public posts (`p`) that match the filters and that the viewer wants to see. */
export const isPublicMatch = (sql: AnySql, { viewer, ...filters }: Conditions): SqlFragment =>
  sql`not p.is_private ${matchesFilters(sql, filters)} ${andNotBlocked(sql, viewer, sql`p.user_id`)}
    ${andNotMuted(sql, viewer, { ...filters, tags: filters.tags.flat(), models: filters.postFilters.flatMap(({ models }) => models) })}`

const hasConditions = ({ viewer, ...filters }: Conditions): boolean =>
  isFiltered(filters) || viewer?.hasBlocks === true || viewer?.hasMutes === true

/** Joins the posts of rows of the index (`s`), if the conditions depend on them. */
export const joinConditions = (sql: AnySql, conditions: Conditions): SqlFragment =>
  hasConditions(conditions) ? joinPost(sql, sql`s.post_id`) : sql``

/**
 * Returns an SQL condition, which begins with `and`, for rows of the index (`s`) whose posts are public and meet the
 * conditions. A post leaves the index in the transaction that makes it private, unless it is deleted: it then waits there
 * to be purged.
 */
export const andIsPublic = (sql: AnySql, conditions: Conditions): SqlFragment =>
  hasConditions(conditions)
    ? sql`and ${isPublicMatch(sql, conditions)}`
    : sql`and s.post_id not in (${deletedPostIds(sql)})`

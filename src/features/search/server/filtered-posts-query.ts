import type { AnySql } from '#server/database/connect.ts'
import { isPublicMatch } from './filters-query.ts'
import { type SearchMatch, type SearchRequest, type TimedSearch, withDeadline } from './store.ts'
import { searchVectorColumn } from './vector-query.ts'

/** The maximum number of posts to read for one page if no index can answer the query. */
const MAX_READ = 1_000

/** Finds the newest or top-scored posts for a query that consists only of filters, in the same order as a feed. */
export const selectPostsByFilters = (sql: AnySql, request: SearchRequest) => sql<SearchMatch[]>`
  select id, 0 as rank, score, 0 as created_at from posts p where ${isPublicMatch(sql, request)} ${afterCursor(sql, request)}
  ${inOrder(sql, request)} limit ${request.limit} offset ${request.offset}`

/**
 * Finds posts for a query that no index can answer (`-rain`): reads posts after the cursor until the page is full, up
 * to a maximum.
 */
export const selectPostsByExclusion = (sql: AnySql, { request, queries, ms }: TimedSearch) => sql<
  SearchMatch[]
>`
  select p.id, 0 as rank, p.score, 0 as created_at
  from (
    select id, score, created_at from posts p where ${isPublicMatch(sql, request)} ${afterCursor(sql, request)}
    ${inOrder(sql, request)} limit ${MAX_READ + Math.min(request.offset, MAX_READ * 10)}
  ) p join post_search s on s.post_id = p.id
  where ${withDeadline(sql, ms, sql`${searchVectorColumn(sql, request)} @@ ${queries.strict}::tsquery`)}
  ${inOrder(sql, request)} limit ${request.limit} offset ${request.offset}`

const inOrder = (sql: AnySql, { sortBy }: SearchRequest) =>
  sortBy === 'new'
    ? sql`order by p.created_at desc, p.id desc`
    : sql`order by p.score desc, p.created_at desc, p.id desc`

/**
 * A condition for posts after the cursor. If the cursor's post has been deleted, uses the creation time of the post
 * with the preceding id, which is close enough, because ids are assigned in order of creation.
 */
const afterCursor = (sql: AnySql, { after, sortBy }: SearchRequest) => {
  if (!after) return sql``
  const createdAt = sql`(select created_at from posts where id <= ${after.id} order by id desc limit 1)`
  return sortBy === 'new'
    ? sql`and (p.created_at, p.id) < (${createdAt}, ${after.id})`
    : sql`and (p.score, p.created_at, p.id) < (${after.score}, ${createdAt}, ${after.id})`
}

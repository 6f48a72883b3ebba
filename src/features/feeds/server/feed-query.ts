import { type FeedWindow, feedWindowDays } from '#core/feed-windows.ts'
import { limits } from '#core/limits.ts'
import { hasPostFilters, type PostFilters } from '#core/post-filters.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { selectCards } from '#features/posts/server/card-query.ts'
import { andNotMuted } from '#features/posts/server/muted-posts-query.ts'
import { type StoredTag, selectStoredTags } from '#features/posts/server/tags-query.ts'
import type { Sql, SqlFragment } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import type { FeedCursor, FeedSort } from '../contract.ts'
import { matchesPostFilters } from './post-filters-query.ts'

export type FeedQuery = PostFilters & {
  limit: number
  offset: number
  after?: FeedCursor | undefined
  since?: FeedCursor | undefined
  sortBy: FeedSort
  /** An id or an SQL expression for it. */
  topicId?: number | SqlFragment
  /** Selects only posts with this tag. */
  tag?: string | undefined
  /**
   * The id of a member. Selects only posts in topics and collections that this member follows, and posts by members
   * that they follow.
   */
  followedBy?: number
  /** Selects only posts from this period. Ignored unless `sortBy` is `top`. */
  window?: FeedWindow
}

/** Lists one page of public posts. Selects the ids using only an index before it joins the cards. */
export const selectFeed = async (sql: Sql, viewer: Viewer, feed: FeedQuery): Promise<PostCard[]> => {
  const query = await resolveTag(sql, viewer, feed)
  const order =
    query.sortBy === 'top' ? sql`score desc, created_at desc, id desc` : sql`created_at desc, id desc`
  return selectCards(
    sql,
    viewer,
    // Numbers the rows outside the limited subquery, so that rows skipped by the offset are not numbered.
    sql`select id, row_number() over () as ord from (
          select id from ${source(sql, query, order)}
          order by ${order} ${pageOf(sql, query)}) as ids`,
  )
}

/** `viewer` is whose feed it is; the other fields are as they were asked for. */
type ResolvedQuery = FeedQuery & { storedTag?: StoredTag | undefined; viewer: Viewer }

const resolveTag = async (sql: Sql, viewer: Viewer, query: FeedQuery): Promise<ResolvedQuery> => {
  if (query.tag === undefined) return { ...query, viewer }
  const [storedTag] = await selectStoredTags(sql, [query.tag])
  return { ...query, viewer, storedTag }
}

/** Lists one page of the member's own private posts, newest first. */
export const selectPrivatePosts = (
  sql: Sql,
  member: Member,
  query: Pick<FeedQuery, 'limit' | 'offset' | 'after'>,
): Promise<PostCard[]> =>
  selectCards(
    sql,
    member,
    sql`select id, row_number() over () as ord from (
          select id from posts where user_id = ${member.id} and is_private ${afterCursor(sql, { ...query, sortBy: 'new' })}
          order by created_at desc, id desc limit ${query.limit} offset ${query.offset}) as ids`,
  )

/** Returns when the public post was published that has this position among the newest, or null if there are fewer. */
export const selectPublicationTime = async (
  sql: Sql,
  query: PostFilters & Pick<FeedQuery, 'topicId' | 'tag'>,
  position: number,
): Promise<Date | null> => {
  const resolved = await resolveTag(sql, null, { ...query, sortBy: 'new', limit: 1, offset: 0 })
  const [row] = await sql<{ createdAt: Date }[]>`
    select created_at from posts p where ${conditions(sql, resolved)}
    order by created_at desc, id desc offset ${literal(sql, position - 1)} limit 1`
  return row?.createdAt ?? null
}

type NewQuery = PostFilters & Pick<FeedQuery, 'topicId' | 'followedBy'>

/** Counts the posts that are newer than the cursor, up to `max`. */
export const countPostsSince = async (
  sql: Sql,
  viewer: Viewer,
  query: NewQuery,
  since: FeedCursor,
  max: number,
): Promise<number> => {
  const feedQuery: ResolvedQuery = { ...query, viewer, since, sortBy: 'new', limit: max, offset: 0 }
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select id from ${source(sql, feedQuery, sql`created_at desc, id desc`)} limit ${max}) as ids`
  return row?.count ?? 0
}

const source = (sql: Sql, query: ResolvedQuery, order: SqlFragment): SqlFragment => {
  if (query.followedBy !== undefined) return followedPosts(sql, query, query.followedBy, order)
  const days = windowDays(query)
  if (days === null) return sql`posts p where ${conditions(sql, query)}`
  return query.topicId === undefined
    ? bestOfDays(sql, query, days, order)
    : recentInTopic(sql, query, query.topicId)
}

const conditions = (sql: Sql, query: ResolvedQuery): SqlFragment =>
  sql`not is_private ${topicIs(sql, query)} ${tagIs(sql, query)} ${matchesPostFilters(sql, query)}
    ${afterCursor(sql, query)} ${newerThan(sql, query)} ${withinWindow(sql, query)}
    ${andNotBlocked(sql, query.viewer, sql`p.user_id`)} ${andNotMuted(sql, query.viewer, { ...query, tags: query.storedTag ?? [] })}`

const windowDays = ({ sortBy, window = 'all' }: FeedQuery): number | null =>
  sortBy === 'top' ? feedWindowDays[window] : null

/**
 * Selects the best posts of each day, read from an index by day and score. Reading by score alone might have to skip
 * all older posts with a higher score.
 */
const bestOfDays = (sql: Sql, query: ResolvedQuery, days: number, order: SqlFragment): SqlFragment => sql`(
  select first.* from generate_series(0, ${literal(sql, days)}) as days_ago cross join lateral (
    select id, score, created_at from posts p
    where (created_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date - days_ago and ${conditions(sql, query)}
    order by ${order} ${pageOf(sql, { ...query, limit: query.limit + query.offset, offset: 0 })}) as first
  ) as merged`

/**
 * Selects a topic's posts from the period. `offset 0` prevents PostgreSQL from reading the topic in order of score,
 * which might have to skip all older posts with a higher score.
 */
const recentInTopic = (sql: Sql, query: ResolvedQuery, topicId: number | SqlFragment): SqlFragment => sql`(
  select id, score, created_at from (
    select * from posts where topic_id = ${topicId} and not is_private ${withinWindow(sql, query)} offset 0) p
  where ${conditions(sql, query)}) as merged`

/**
 * Selects the first posts of each followed topic, member and collection, each read from an index. A post that is in
 * several of them appears once. The cost does not depend on the number of posts.
 */
const followedPosts = (sql: Sql, query: ResolvedQuery, userId: number, order: SqlFragment): SqlFragment => {
  const first = (by: SqlFragment) => sql`
    select id, score, created_at from posts p where ${by} and ${conditions(sql, query)}
    order by ${order} ${pageOf(sql, { ...query, limit: query.limit + query.offset, offset: 0 })}`
  return sql`(
    select first.* from user_topic_follows f cross join lateral (${first(sql`topic_id = f.topic_id`)}) as first
    where f.user_id = ${userId}
    union
    select first.* from member_follows f cross join lateral (${first(sql`user_id = f.member_id`)}) as first
    where f.follower_id = ${userId}
    union
    select first.* from collection_follows f join collections c on c.id = f.collection_id and c.visibility <> 'private'
    cross join lateral (${firstOfCollection(sql, query, order)}) as first
    where f.follower_id = ${userId}) as merged`
}

/**
 * Selects the first posts of the collection `c`. Its items store when their posts were published, so that an index
 * provides the newest ones. Sorting by score requires reading all of the collection's posts, of which there are at most
 * 2,000.
 */
const firstOfCollection = (sql: Sql, query: ResolvedQuery, order: SqlFragment): SqlFragment => {
  const { after, since, sortBy } = query
  const isNewest = sortBy === 'new'
  const newerThanCursor = since
    ? sql`and (post_created_at, post_id) > (${new Date(since.time)}, ${since.id})`
    : sql``
  const afterNewest =
    isNewest && after ? sql`and (post_created_at, post_id) < (${new Date(after.time)}, ${after.id})` : sql``
  return sql`
    select id, score, created_at
    from (select post_id, post_created_at from collection_items where collection_id = c.id ${newerThanCursor} ${afterNewest}) items
    join posts p on id = post_id
    where ${conditions(sql, query)}
    order by ${isNewest ? sql`post_created_at desc, post_id desc` : order} ${pageOf(sql, { ...query, limit: query.limit + query.offset, offset: 0 })}`
}

/**
 * Returns the `limit` and `offset` clauses. Inlines the default page size, because with a parameter PostgreSQL would
 * plan the statement on every execution, which takes longer than the query itself (decision 25). Filtered queries
 * keep the parameter, so that their plan fits the filter. Other page sizes keep it too; otherwise a client could fill
 * the connections with prepared statements.
 */
const pageOf = (sql: Sql, query: FeedQuery): SqlFragment => {
  const { limit, offset } = query
  const isFiltered = hasPostFilters(query) || query.tag !== undefined
  const isDefaultPage = limit === limits.pageSize && offset === 0 && !isFiltered
  return isDefaultPage ? sql`limit ${literal(sql, limits.pageSize)}` : sql`limit ${limit} offset ${offset}`
}

const topicIs = (sql: Sql, { topicId }: FeedQuery): SqlFragment =>
  topicId === undefined ? sql`` : sql`and topic_id = ${topicId}`

const tagIs = (sql: Sql, { storedTag }: ResolvedQuery): SqlFragment => {
  if (!storedTag) return sql``
  const hasTag = storedTag.length === 1 ? sql`tags @> ${[...storedTag]}` : sql`tags && ${[...storedTag]}`
  return sql`and ${hasTag} and tags <> '{}'`
}

const newerThan = (sql: Sql, { since }: FeedQuery): SqlFragment =>
  since ? sql`and (created_at, id) > (${new Date(since.time)}, ${since.id})` : sql``

const withinWindow = (sql: Sql, query: FeedQuery): SqlFragment => {
  const days = windowDays(query)
  return days === null ? sql`` : sql`and created_at > now() - make_interval(days => ${literal(sql, days)})`
}

const afterCursor = (sql: Sql, { after, sortBy }: Pick<FeedQuery, 'after' | 'sortBy'>): SqlFragment => {
  if (!after) return sql``
  const time = new Date(after.time)
  return sortBy === 'top'
    ? sql`and (score, created_at, id) < (${after.score}, ${time}, ${after.id})`
    : sql`and (created_at, id) < (${time}, ${after.id})`
}

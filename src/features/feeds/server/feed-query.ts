import { limits } from '#core/limits.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import type { Anchor, Sort } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Fragment, Sql } from '#server/database/connect.ts'

export type FeedQuery = {
  limit: number
  offset: number
  after?: Anchor | undefined
  since?: Anchor | undefined
  sortBy: Sort
  types: PostType[]
  models: string[]
  topicId?: number
  /** Only posts in topics that this member follows. */
  followedBy?: number
}

/** One page of public posts. Ids first, from an index alone; then the cards of those ids. */
export const listFeed = (sql: Sql, viewer: Viewer, query: FeedQuery): Promise<PostCard[]> => {
  const order =
    query.sortBy === 'top' ? sql`score desc, created_at desc, id desc` : sql`created_at desc, id desc`
  return listCards(
    sql,
    viewer,
    // Numbered outside the limit: ten rows are numbered, not all that the offset skips.
    sql`select id, row_number() over () as ord from (
          select id from ${source(sql, query, order)}
          order by ${order} ${pageOf(sql, query)}) as ids`,
  )
}

/** One page of a member's own private posts, newest first. */
export const listPrivateOf = (
  sql: Sql,
  member: Member,
  query: Pick<FeedQuery, 'limit' | 'offset' | 'after'>,
): Promise<PostCard[]> =>
  listCards(
    sql,
    member,
    sql`select id, row_number() over () as ord from (
          select id from posts where user_id = ${member.id} and is_private ${behind(sql, { ...query, sortBy: 'new' })}
          order by created_at desc, id desc limit ${query.limit} offset ${query.offset}) as ids`,
  )

type NewQuery = Pick<FeedQuery, 'types' | 'models' | 'topicId' | 'followedBy'>

/** How many posts stand before this place in a feed of the newest; up to `most`. */
export const countNew = async (sql: Sql, query: NewQuery, since: Anchor, most: number): Promise<number> => {
  const all: FeedQuery = { ...query, since, sortBy: 'new', limit: most, offset: 0 }
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select id from ${source(sql, all, sql`created_at desc, id desc`)} limit ${most}) as ids`
  return row?.count ?? 0
}

const source = (sql: Sql, query: FeedQuery, order: Fragment): Fragment =>
  query.followedBy === undefined
    ? sql`posts where ${chosen(sql, query)}`
    : followed(sql, query, query.followedBy, order)

const chosen = (sql: Sql, query: FeedQuery): Fragment =>
  sql`not is_private ${topicIs(sql, query)} ${typeIs(sql, query)} ${modelIs(sql, query)} ${behind(sql, query)} ${before(sql, query)}`

/**
 * The first of each followed topic, each from the topic's own index: what is read does not grow with what
 * there is.
 */
const followed = (sql: Sql, query: FeedQuery, userId: number, order: Fragment): Fragment => sql`(
  select first.* from user_topic_follows f cross join lateral (
    select id, score, created_at from posts where topic_id = f.topic_id and ${chosen(sql, query)}
    order by ${order} ${pageOf(sql, { ...query, limit: query.limit + query.offset, offset: 0 })}) as first
  where f.user_id = ${userId}) as merged`

/**
 * The usual page's length stands in the text: where it is a parameter, PostgreSQL plans anew each time, which
 * takes longer than the query (decision 25). Not so for filters, where the plan should fit what is asked for,
 * nor for other lengths, or anybody could fill connections with statements.
 */
const pageOf = (sql: Sql, { limit, offset, types, models }: FeedQuery): Fragment => {
  const isUsual = limit === limits.page && offset === 0 && types.length + models.length === 0
  return isUsual ? sql`limit ${sql.unsafe(String(limits.page))}` : sql`limit ${limit} offset ${offset}`
}

const topicIs = (sql: Sql, { topicId }: FeedQuery): Fragment =>
  topicId === undefined ? sql`` : sql`and topic_id = ${topicId}`

// One type is an equality, so that the index on the type keeps the order.
const typeIs = (sql: Sql, { types }: FeedQuery): Fragment => {
  const [only] = types
  if (only === undefined) return sql``
  return types.length === 1 ? sql`and type = ${only}` : sql`and type = any(${types})`
}

const modelIs = (sql: Sql, { models }: FeedQuery): Fragment =>
  models.length ? sql`and models && ${models}` : sql``

const before = (sql: Sql, { since }: FeedQuery): Fragment =>
  since ? sql`and (created_at, id) > (${new Date(since.time)}, ${since.id})` : sql``

const behind = (sql: Sql, { after, sortBy }: Pick<FeedQuery, 'after' | 'sortBy'>): Fragment => {
  if (!after) return sql``
  const time = new Date(after.time)
  return sortBy === 'top'
    ? sql`and (score, created_at, id) < (${after.score}, ${time}, ${after.id})`
    : sql`and (created_at, id) < (${time}, ${after.id})`
}

import type { Viewer } from '#core/viewer.ts'
import { isBlockedBetween, isBlockedByViewer, isModerating } from '#features/members/server/blocks-query.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { shownAvatar } from '#features/members/server/standing-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import type { CommentSort } from '../contract.ts'
import type { CommentRow } from './comment-tree.ts'

/**
 * A keyset cursor that works for both sort orders. It consists of the score, the creation time in Unix
 * milliseconds and the id.
 */
type CommentCursor = { score: number; createdAt: number; id: number }

/** Encodes a cursor, such as `12.1763732340123.456`. */
export const encodeCommentCursor = ({
  score,
  createdAt,
  id,
}: {
  score: number
  createdAt: Date
  id: number
}) => `${score}.${createdAt.getTime()}.${id}`

/**
 * Decodes a cursor that matches the contract. Out-of-range numbers are clamped, so they lead to the end of
 * the list.
 */
export const decodeCommentCursor = (text: string): CommentCursor => {
  const [score = 0, createdAt = 0, id = 0] = text.split('.').map(Number)
  const maxInteger = 2_147_483_647
  return {
    score: Math.max(-maxInteger, Math.min(maxInteger, score)),
    createdAt: Math.min(createdAt, 8_000_000_000_000),
    id: Math.min(id, maxInteger),
  }
}

/** Selects up to `max` comments of a post, best first. */
export const selectBestComments = (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  max: number,
): Promise<CommentRow[]> =>
  selectRows(
    sql,
    viewer,
    sql`select c.id, row_number() over (order by ${orderOf(sql, 'top')}) as ord
        from comments c where c.post_id = ${postId} order by ord limit ${max}`,
  )

export type ThreadLevel = {
  postId: number
  /** The comment whose replies form this level; null for the top level. */
  parentId: number | null
  sort: CommentSort
  after: CommentCursor | null
}

/** Limits how many comments one page of a thread contains. */
export type ThreadBudget = {
  /** The maximum number of comments at the level itself. */
  maxRoots: number
  /** The maximum number of comments in total. */
  maxComments: number
  /** The maximum cost of a single comment; see `threadBelow`. */
  maxCost: number
  maxDepth: number
}

/** Selects the first comments at a level with their best replies. The budget bounds the number of rows. */
export const selectThreadPage = (
  sql: Sql,
  viewer: Viewer,
  level: ThreadLevel,
  budget: ThreadBudget,
): Promise<CommentRow[]> =>
  selectRows(sql, viewer, threadBelow(sql, level, firstOfLevel(sql, level, budget), budget))

/** Selects a comment with its best replies and at most `ancestors` of its nearest ancestors. */
export const selectConversation = (
  sql: Sql,
  viewer: Viewer,
  { id, ancestors, ...level }: Omit<ThreadLevel, 'after' | 'parentId'> & { id: number; ancestors: number },
  budget: ThreadBudget,
): Promise<CommentRow[]> => {
  const start = sql`
    select c.id, 0 as cost, 0 as depth from comments c where c.id = ${id} and c.post_id = ${level.postId}`
  return selectRows(
    sql,
    viewer,
    sql`
      with recursive above as (
        select c.parent_id as id, 1 as step from comments c
        where c.id = ${id} and c.post_id = ${level.postId} and c.parent_id is not null
        union all
        select c.parent_id, a.step + 1 from above a join comments c on c.id = a.id
        where c.parent_id is not null and a.step < ${ancestors}
      )
      select id, -step as ord from above
      union all
      select * from (${threadBelow(sql, level, start, budget)}) below`,
  )
}

/**
 * Selects the thread below `start` (id, cost, depth) within a budget. A reply costs 4 more than its parent,
 * plus 3 for each sibling that sorts before it. Replies that cost more than `maxCost` are left out; if more
 * than `maxComments` remain, the most expensive ones are dropped as well. Because a reply always costs more
 * than its parent, no comment is selected without its parent. Every row of `start` is selected. As a result,
 * deep conversations with good replies take precedence over long flat lists.
 */
const threadBelow = (
  sql: Sql,
  { sort }: Pick<ThreadLevel, 'sort'>,
  start: SqlFragment,
  { maxComments, maxCost, maxDepth }: ThreadBudget,
): SqlFragment => sql`
  with recursive tree as (
    (${start})
    union all
    select r.id, r.cost, t.depth + 1
    from tree t cross join lateral (
      select c.id, (t.cost + 1 + 3 * row_number() over (order by ${orderOf(sql, sort)}))::integer as cost
      from comments c where c.parent_id = t.id order by ${orderOf(sql, sort)}
      limit greatest(0, (${maxCost}::integer - t.cost - 1) / 3)
    ) r
    where t.depth < ${maxDepth}
  )
  select id, row_number() over (order by (depth > 0), cost, depth, id) as ord from tree order by ord limit ${maxComments}`

const firstOfLevel = (
  sql: Sql,
  { postId, parentId, sort, after }: ThreadLevel,
  { maxRoots: roots }: ThreadBudget,
): SqlFragment => sql`
  select c.id, (row_number() over (order by ${orderOf(sql, sort)}) - 1)::integer as cost, 0 as depth
  from comments c
  where c.post_id = ${postId}
    and ${parentId === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`}
    ${after ? sql`and ${isAfter(sql, sort, after)}` : sql``}
  order by ${orderOf(sql, sort)} limit ${roots}`

const orderOf = (sql: AnySql, sort: CommentSort): SqlFragment =>
  sort === 'top' ? sql`c.score desc, c.created_at desc, c.id desc` : sql`c.created_at desc, c.id desc`

const isAfter = (sql: AnySql, sort: CommentSort, { score, createdAt, id }: CommentCursor): SqlFragment => {
  const time = sql`to_timestamp(${createdAt}::double precision / 1000)::timestamptz(3)`
  return sort === 'top'
    ? sql`(c.score, c.created_at, c.id) < (${score}::integer, ${time}, ${id}::integer)`
    : sql`(c.created_at, c.id) < (${time}, ${id}::integer)`
}

/**
 * Selects the rows for a page. `page` is a subquery with the columns `id` and `ord`, where `ord` is the
 * comment's position.
 */
const selectRows = (sql: Sql, viewer: Viewer, page: SqlFragment): Promise<CommentRow[]> => sql<CommentRow[]>`
  select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, ${shownAvatar(sql, sql`u`)} as avatar, ${viewer ? sql`coalesce(v.value, 0)` : sql`0`} as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
    ${blockColumn(sql, viewer)}
  from (${page}) as page
  join comments c on c.id = page.id
  left ${joinMember(sql, sql`c.user_id`)}
  ${viewer ? sql`left join votes v on v.comment_id = c.id and v.user_id = ${viewer.id}` : sql``}
  order by page.ord`

/** The column of `CommentRow` for viewers with blocks. Admins and moderators read every comment. */
const blockColumn = (sql: Sql, viewer: Viewer): SqlFragment =>
  viewer?.hasBlocks && !isModerating(viewer)
    ? sql`, case when ${isBlockedByViewer(sql, viewer, sql`c.user_id`)} then 'by-viewer'
        when ${isBlockedBetween(sql, sql`c.user_id`, sql`${Math.abs(viewer.id)}::integer`)} then 'by-author' end as block`
    : sql``

/** Selects a single comment with the same columns as the comments of a page. */
export const selectComment = async (sql: Sql, viewer: Viewer, id: number): Promise<CommentRow | null> => {
  const [row] = await selectRows(sql, viewer, sql`select ${id}::integer as id, 1 as ord`)
  return row ?? null
}

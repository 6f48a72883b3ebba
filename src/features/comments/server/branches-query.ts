import type { Viewer } from '#core/viewer.ts'
import type { CommentSort } from '#features/comments/contract.ts'
import type { Place } from '#features/comments/server/place.ts'
import type { CommentRow } from '#features/comments/server/tree.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'

/** Every comment of a post, at most `most`, the best first. */
export const listAllRows = (sql: Sql, viewer: Viewer, postId: number, most: number): Promise<CommentRow[]> =>
  readRows(
    sql,
    viewer,
    sql`select c.id, row_number() over (order by ${orderOf(sql, 'top')}) as ord
        from comments c where c.post_id = ${postId} order by ord limit ${most}`,
  )

export type Level = {
  postId: number
  /** Whose replies; null for the top level. */
  parentId: number | null
  sort: CommentSort
  after: Place | null
}

/** How far a page of branches goes. */
export type Reach = {
  /** Comments of the level itself. */
  roots: number
  /** Comments in all. */
  most: number
  /** What there is to spend: see `branchesOf`. */
  budget: number
  deepest: number
}

/**
 * The first comments of a level with the best of what is below them, a bounded number however many there are.
 */
export const listBranchRows = (sql: Sql, viewer: Viewer, level: Level, reach: Reach): Promise<CommentRow[]> =>
  readRows(sql, viewer, branchesOf(sql, level, firstOf(sql, level, reach), reach))

/** One comment with what is below it, and at most `ancestors` of those above it. */
export const listRowsAround = (
  sql: Sql,
  viewer: Viewer,
  { id, ancestors, ...level }: Omit<Level, 'after' | 'parentId'> & { id: number; ancestors: number },
  reach: Reach,
): Promise<CommentRow[]> => {
  const start = sql`
    select c.id, 0 as cost, 0 as depth from comments c where c.id = ${id} and c.post_id = ${level.postId}`
  return readRows(
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
      select * from (${branchesOf(sql, level, start, reach)}) below`,
  )
}

/**
 * The branches that begin with `start` (id, cost, depth). A reply costs what its parent does, 4 for the step
 * down and 3 for each better reply beside it; whatever costs more than the budget is left out, then the
 * dearest beyond `most`. So a comment never comes without its parent, all of `start` comes, and good
 * conversations are followed further than long lists.
 */
const branchesOf = (
  sql: Sql,
  { sort }: Pick<Level, 'sort'>,
  start: Fragment,
  { most, budget, deepest }: Reach,
): Fragment => sql`
  with recursive tree as (
    (${start})
    union all
    select r.id, r.cost, t.depth + 1
    from tree t cross join lateral (
      select c.id, (t.cost + 1 + 3 * row_number() over (order by ${orderOf(sql, sort)}))::integer as cost
      from comments c where c.parent_id = t.id order by ${orderOf(sql, sort)}
      limit greatest(0, (${budget}::integer - t.cost - 1) / 3)
    ) r
    where t.depth < ${deepest}
  )
  select id, row_number() over (order by (depth > 0), cost, depth, id) as ord from tree order by ord limit ${most}`

const firstOf = (sql: Sql, { postId, parentId, sort, after }: Level, { roots }: Reach): Fragment => sql`
  select c.id, (row_number() over (order by ${orderOf(sql, sort)}) - 1)::integer as cost, 0 as depth
  from comments c
  where c.post_id = ${postId}
    and ${parentId === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`}
    ${after ? sql`and ${isBehind(sql, sort, after)}` : sql``}
  order by ${orderOf(sql, sort)} limit ${roots}`

const orderOf = (sql: AnySql, sort: CommentSort): Fragment =>
  sort === 'top' ? sql`c.score desc, c.created_at desc, c.id desc` : sql`c.created_at desc, c.id desc`

const isBehind = (sql: AnySql, sort: CommentSort, { score, createdAt, id }: Place): Fragment => {
  const time = sql`to_timestamp(${createdAt}::double precision / 1000)::timestamptz(3)`
  return sort === 'top'
    ? sql`(c.score, c.created_at, c.id) < (${score}::integer, ${time}, ${id}::integer)`
    : sql`(c.created_at, c.id) < (${time}, ${id}::integer)`
}

/** `page` yields the comments as `id` and their place as `ord`. */
const readRows = (sql: Sql, viewer: Viewer, page: Fragment): Promise<CommentRow[]> => sql<CommentRow[]>`
  select c.id, c.content, c.user_id, c.post_id, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, u.avatar, ${viewer ? sql`coalesce(v.value, 0)` : sql`0`} as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (${page}) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  ${viewer ? sql`left join votes v on v.comment_id = c.id and v.user_id = ${viewer.id}` : sql``}
  order by page.ord`

/** One comment as a page carries it. */
export const findRow = async (sql: Sql, viewer: Viewer, id: number): Promise<CommentRow | null> => {
  const [row] = await readRows(sql, viewer, sql`select ${id}::integer as id, 1 as ord`)
  return row ?? null
}

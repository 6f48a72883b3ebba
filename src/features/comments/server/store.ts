import type { Member, Viewer } from '#core/viewer.ts'
import type { CommentSort } from '#features/comments/contract.ts'
import type { Place } from '#features/comments/server/place.ts'
import type { CommentRow } from '#features/comments/server/tree.ts'
import { canSee } from '#features/visibility/server/can-see-query.ts'
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

/** The first comments of a level with the best of what is below them, a bounded number however many there are. */
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
 * The branches that begin with `start` (id, cost, depth). A reply costs what its parent does, 4 for the step down and
 * 3 for each better reply beside it; whatever costs more than the budget is left out, then the dearest beyond `most`.
 * So a comment never comes without its parent, all of `start` comes, and good conversations are followed further than
 * long lists.
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
    u.username, u.avatar, ${viewer ? sql`coalesce(v.value, 0)` : sql`0`} as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (${page}) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  ${viewer ? sql`left join votes v on v.comment_id = c.id and v.user_id = ${viewer.id}` : sql``}
  order by page.ord`

/** Whether this viewer may read the post's comments: whoever sees it, or holds its private link. */
export const isReadable = async (
  sql: Sql,
  viewer: Viewer,
  postId: number,
  privateId: string | undefined,
): Promise<boolean> => {
  const rows = await sql`
    select from posts p where p.id = ${postId} and (${canSee(sql, viewer)} or p.private_id = ${privateId ?? null})`
  return rows.length > 0
}

type HeldPost = { userId: number; isPrivate: boolean }

/** Holds the post still until its comments are counted; null where the member may not know of it. */
export const holdPost = async (sql: AnySql, member: Member, id: number): Promise<HeldPost | null> => {
  const [row] = await sql<HeldPost[]>`
    select p.user_id, p.is_private from posts p where p.id = ${id} and ${canSee(sql, member)}
    for no key update of p`
  return row ?? null
}

type Said = {
  id: number
  post: { id: number; isPrivate: boolean; seoSlug: string; topic: { name: string } | null }
}

/** The member's comment of the last day, on a public post, with these very words. */
export const findSameComment = async (sql: AnySql, userId: number, content: string): Promise<Said | null> => {
  const [row] = await sql<Said[]>`
    select c.id, json_build_object('id', p.id, 'isPrivate', p.is_private, 'seoSlug', p.seo_slug,
      'topic', case when t.id is null then null else json_build_object('name', t.name) end) as post
    from comments c join posts p on p.id = c.post_id left join topics t on t.id = p.topic_id
    where c.user_id = ${userId} and c.created_at > now() - interval '1 day' and c.content = ${content}
      and not p.is_private
    order by c.created_at limit 1`
  return row ?? null
}

type Parent = { userId: number | null; isDeleted: boolean; depth: number }

/** The comment that is replied to, on this post and no other; `depth` 0 for the top level. */
export const findParent = async (sql: AnySql, postId: number, id: number): Promise<Parent | null> => {
  const [row] = await sql<Parent[]>`
    with recursive up as (
      select c.id, c.parent_id, 0 as step from comments c where c.id = ${id} and c.post_id = ${postId}
      union all
      select c.id, c.parent_id, u.step + 1 from up u join comments c on c.id = u.parent_id
    )
    select c.user_id, c.is_deleted, (select max(step) from up) as depth
    from comments c where c.id = ${id} and c.post_id = ${postId}`
  return row ?? null
}

type NewComment = { postId: number; parentId: number | null; content: string }

/** The new comment's id; the post's count and its author's follow. The post must be held. */
export const insertComment = async (
  sql: AnySql,
  member: Member,
  { userId, isPrivate }: HeldPost,
  { postId, parentId, content }: NewComment,
): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    with added as (
      insert into comments (post_id, user_id, parent_id, content)
      values (${postId}, ${member.id}, ${parentId}, ${content}) returning id
    ), counted as (
      update posts set comment_count = comment_count + 1 where id = ${postId}
    ), credited as (
      update users set total_engagement = total_engagement + 1
      where id = ${userId} and id <> ${member.id} and not ${isPrivate}::boolean
    )
    select id from added`
  if (!row) throw new Error('The comment was not inserted')
  return row.id
}

/** One comment as a page carries it. */
export const findRow = async (sql: Sql, viewer: Viewer, id: number): Promise<CommentRow | null> => {
  const [row] = await readRows(sql, viewer, sql`select ${id}::integer as id, 1 as ord`)
  return row ?? null
}

type Owned = { userId: number | null }

/** Whose comment it is; null where there is none this member may know of, or it is deleted. */
export const findOwned = async (sql: Sql, member: Member, id: number): Promise<Owned | null> => {
  const [row] = await sql<Owned[]>`
    select c.user_id from comments c join posts p on p.id = c.post_id
    where c.id = ${id} and not c.is_deleted and ${canSee(sql, member)}`
  return row ?? null
}

import type { Member, Viewer } from '#core/viewer.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSee } from '#features/posts/server/visibility-query.ts'
import { matchingWithin, type SearchWithin } from '#features/search/server/search-within-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { MAX_ITEMS } from '../contract-values.ts'

export type ItemRow = { postId: number; position: number; note: string; addedAt: Date }

/** Items after a position that the viewer can see and that match the search, in their order. */
export const listItems = (
  sql: AnySql,
  viewer: Viewer,
  row: number,
  { after, max, search = null }: { after: number; max: number; search?: SearchWithin | null },
) =>
  sql<ItemRow[]>`
    select i.post_id, i.position, i.note, i.added_at from collection_items i ${joinPost(sql, sql`i.post_id`)}
    ${matchingWithin(sql, viewer, search)}
      and i.collection_id = ${row} and i.position > ${after} and ${canSee(sql, viewer)}
    order by i.position limit ${max}`

/** The ids of the posts that visitors can see, the last added first. */
export const listNewestItems = async (sql: Sql, row: number, max: number): Promise<number[]> => {
  const rows = await sql<{ postId: number }[]>`
    select i.post_id from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = ${row} and ${canSee(sql, null)} order by i.added_at desc, i.id desc limit ${max}`
  return rows.map(({ postId }) => postId)
}

/**
 * Adds posts at the end in this order, except those that are there already, until the collection is full. Returns those
 * that it contains afterwards. The caller has locked the collection.
 */
export const insertItems = async (
  tx: AnySql,
  row: number,
  postIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await tx<{ postId: number }[]>`
    with items as (select position, post_id from collection_items where collection_id = ${row}), missing as (
      select id, row_number() over (order by ord) as number
      from unnest(${[...postIds]}::integer[]) with ordinality as posts(id, ord)
      where id not in (select post_id from items)
    ), added as (
      insert into collection_items (collection_id, post_id, position)
      select ${row}, id, number + (select coalesce(max(position), 0) from items) from missing
      where number <= ${MAX_ITEMS} - (select count(*) from items) returning post_id
    )
    select post_id from added
    union all select post_id from items where post_id = any(${[...postIds]}::integer[])`
  return new Set(rows.map(({ postId }) => postId))
}

/**
 * The rule for which items (`i`) a member who may change the collection learns of and changes: its owner all, an editor
 * those whose posts they can see.
 */
const isKnownTo = (sql: AnySql, member: Member): Fragment => sql`(
  exists (select from collections c where c.id = i.collection_id and c.user_id = ${member.id})
  or exists (select from (select i.post_id as id) as item ${joinPost(sql, sql`item.id`)} where ${canSee(sql, member)}))`

/** Returns whether the collection contained one of the posts. */
export const deleteItems = async (
  tx: AnySql,
  member: Member,
  row: number,
  postIds: readonly number[],
): Promise<boolean> => {
  const { count } = await tx`
    delete from collection_items i
    where i.collection_id = ${row} and i.post_id = any(${[...postIds]}::integer[]) and ${isKnownTo(tx, member)}`
  return count > 0
}

/** Returns false if the collection does not contain the post. */
export const updateNote = async (
  tx: AnySql,
  member: Member,
  row: number,
  { postId, note }: { postId: number; note: string },
): Promise<boolean> => {
  const { count } = await tx`
    update collection_items i set note = ${note}
    where i.collection_id = ${row} and i.post_id = ${postId} and ${isKnownTo(tx, member)}`
  return count > 0
}

/**
 * Moves a post to the place of another one, and those in between by one. Returns false if the collection does not
 * contain both. The caller has locked the collection.
 */
export const moveItem = async (
  tx: AnySql,
  member: Member,
  row: number,
  { postId, placeOf }: { postId: number; placeOf: number },
): Promise<boolean> => {
  const positionOf = (id: number) => tx`(
    select i.position from collection_items i
    where i.collection_id = ${row} and i.post_id = ${id} and ${isKnownTo(tx, member)})`
  const moved = await tx`
    with places as (select ${positionOf(postId)} as old, ${positionOf(placeOf)} as new)
    update collection_items i set position = case
      when i.post_id = ${postId} then places.new when places.old < places.new then i.position - 1 else i.position + 1 end
    from places where i.collection_id = ${row}
      and i.position between least(places.old, places.new) and greatest(places.old, places.new)
      and places.old is not null and places.new is not null`
  return moved.count > 0
}

/**
 * How many of these posts each of these collections contains as far as the member knows, by row; without those that
 * contain none.
 */
export const countItemsAmong = async (
  sql: Sql,
  member: Member,
  rows: readonly number[],
  postIds: readonly number[],
): Promise<Map<number, number>> => {
  const counted = await sql<{ row: number; count: number }[]>`
    select i.collection_id as row, count(*)::integer as count from collection_items i
    where i.collection_id = any(${[...rows]}::integer[]) and i.post_id = any(${[...postIds]}::integer[])
      and ${isKnownTo(sql, member)}
    group by i.collection_id`
  return new Map(counted.map(({ row, count }) => [row, count]))
}

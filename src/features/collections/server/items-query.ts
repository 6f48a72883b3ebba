import type { Member, Viewer } from '#core/viewer.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSeePost, isNotDeleted } from '#features/posts/server/visibility-query.ts'
import { buildListSearchClauses, type ListSearch } from '#features/search/server/list-search-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { MAX_COLLECTION_ITEMS } from '../contract-values.ts'

export type ItemRow = { postId: number; position: number; note: string; addedAt: Date }

/**
 * Lists items after the given position, in order of position. Leaves out posts that the viewer cannot see or
 * that do not match the search.
 */
export const selectItemRows = (
  sql: AnySql,
  viewer: Viewer,
  collectionId: number,
  { after, max, search = null }: { after: number; max: number; search?: ListSearch | null },
) =>
  sql<ItemRow[]>`
    select i.post_id, i.position, i.note, i.added_at from collection_items i ${joinPost(sql, sql`i.post_id`)}
    ${buildListSearchClauses(sql, viewer, search)}
      and i.collection_id = ${collectionId} and i.position > ${after} and ${canSeePost(sql, viewer)}
    order by i.position limit ${max}`

/** Lists the ids of the posts that visitors can see, most recently added first. */
export const selectNewestPostIds = async (sql: Sql, collectionId: number, max: number): Promise<number[]> => {
  const rows = await sql<{ postId: number }[]>`
    select i.post_id from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = ${collectionId} and ${canSeePost(sql, null)} order by i.added_at desc, i.id desc limit ${max}`
  return rows.map(({ postId }) => postId)
}

/**
 * Adds posts at the end, in the given order, until the collection is full. Skips posts that the collection already
 * contains. Returns the ids of the given posts that the collection contains afterwards. The caller must have locked the
 * collection.
 */
export const insertItems = async (
  tx: AnySql,
  collectionId: number,
  postIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await tx<{ postId: number }[]>`
    with items as (select position, post_id from collection_items where collection_id = ${collectionId}), missing as (
      select id, row_number() over (order by ord) as number
      from unnest(${[...postIds]}::integer[]) with ordinality as posts(id, ord)
      where id not in (select post_id from items)
    ), added as (
      insert into collection_items (collection_id, post_id, position)
      select ${collectionId}, id, number + (select coalesce(max(position), 0) from items) from missing
      where number <= ${MAX_COLLECTION_ITEMS} - (select count(*) from items) returning post_id
    )
    select post_id from added
    union all select post_id from items where post_id = any(${[...postIds]}::integer[])`
  return new Set(rows.map(({ postId }) => postId))
}

/**
 * Returns an SQL condition for the items `i` that a member can see and change. The collection's owner can
 * access all items; an editor can access only those whose posts they can see. Nobody can access those of deleted posts.
 */
const isKnownTo = (sql: AnySql, member: Member): SqlFragment => sql`
  exists (select from (select i.post_id as id) as item ${joinPost(sql, sql`item.id`)}
    where ${isNotDeleted(sql)} and (${canSeePost(sql, member)}
      or exists (select from collections c where c.id = i.collection_id and c.user_id = ${member.id})))`

/** Deletes items. Returns true if the collection contained at least one of the posts. */
export const deleteItems = async (
  tx: AnySql,
  member: Member,
  collectionId: number,
  postIds: readonly number[],
): Promise<boolean> => {
  const { count } = await tx`
    delete from collection_items i
    where i.collection_id = ${collectionId} and i.post_id = any(${[...postIds]}::integer[]) and ${isKnownTo(tx, member)}`
  return count > 0
}

/** Changes an item's note. Returns false if the collection does not contain the post. */
export const updateItemNote = async (
  tx: AnySql,
  member: Member,
  collectionId: number,
  { postId, note }: { postId: number; note: string },
): Promise<boolean> => {
  const { count } = await tx`
    update collection_items i set note = ${note}, note_by = ${member.id}
    where i.collection_id = ${collectionId} and i.post_id = ${postId} and ${isKnownTo(tx, member)}`
  return count > 0
}

/** Locks the collections in which a member has written notes, as every change of their items does. */
export const lockCollectionsWithNotesBy = (tx: AnySql, memberId: number) => tx`
  select from collections where id in (select collection_id from collection_items where note_by = ${memberId})
  order by id for update`

/** Deletes the notes that a member has written, also in the collections of others. */
export const deleteItemNotesBy = (tx: AnySql, memberId: number) =>
  tx`update collection_items set note = '', note_by = null where note_by = ${memberId}`

/**
 * Moves a post to another post's position, and shifts the posts in between by one. Returns false if the
 * collection does not contain both posts. The caller must have locked the collection.
 */
export const moveItem = async (
  tx: AnySql,
  member: Member,
  collectionId: number,
  { postId, placeOf }: { postId: number; placeOf: number },
): Promise<boolean> => {
  const positionOf = (id: number) => tx`(
    select i.position from collection_items i
    where i.collection_id = ${collectionId} and i.post_id = ${id} and ${isKnownTo(tx, member)})`
  const moved = await tx`
    with places as (select ${positionOf(postId)} as old, ${positionOf(placeOf)} as new)
    update collection_items i set position = case
      when i.post_id = ${postId} then places.new when places.old < places.new then i.position - 1 else i.position + 1 end
    from places where i.collection_id = ${collectionId}
      and i.position between least(places.old, places.new) and greatest(places.old, places.new)
      and places.old is not null and places.new is not null`
  return moved.count > 0
}

/**
 * Counts how many of the given posts each collection contains. Items that are hidden from the member are not
 * counted. Returns a map from the collection's database id to the count, without collections that contain
 * none of the posts.
 */
export const countContainedPosts = async (
  sql: Sql,
  member: Member,
  rows: readonly number[],
  postIds: readonly number[],
): Promise<Map<number, number>> => {
  const counted = await sql<{ rowId: number; count: number }[]>`
    select i.collection_id as row_id, count(*)::integer as count from collection_items i
    where i.collection_id = any(${[...rows]}::integer[]) and i.post_id = any(${[...postIds]}::integer[])
      and ${isKnownTo(sql, member)}
    group by i.collection_id`
  return new Map(counted.map(({ rowId, count }) => [rowId, count]))
}

/** Deletes up to `max` places of posts in collections. Returns their number. */
export const deleteSomeItems = async (tx: AnySql, postIds: readonly number[], max: number): Promise<number> =>
  (
    await tx`
      delete from collection_items where id in (
        select id from collection_items where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count

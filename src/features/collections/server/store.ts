import type { Viewer } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSee } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Fragment, Sql } from '#server/database/connect.ts'
import { exportSection, SMALL_EXPORT_PAGE } from '#server/database/export-section.ts'
import type { Collection } from '../contract.ts'
import { MAX_COLLECTIONS, type Visibility } from '../contract-values.ts'

/** `row` is the id in the database, which is not shown. */
export type StoredCollection = Collection & { row: number }

const columns = (sql: AnySql, viewer: Viewer): Fragment => sql`
  c.id as row, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) as user,
  (select count(*)::integer from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = c.id and ${canSee(sql, viewer)}) as item_count`

/** The rule for who can read a collection (`c`). Nobody else learns that it exists. */
const canRead = (sql: AnySql, viewer: Viewer): Fragment => {
  if (!viewer) return sql`c.visibility <> 'private'`
  return viewer.isAdmin ? sql`true` : sql`(c.visibility <> 'private' or c.user_id = ${viewer.id})`
}

/** Returns null if there is no such collection, or if the viewer cannot read it. */
export const selectCollection = async (
  sql: AnySql,
  viewer: Viewer,
  linkId: string,
): Promise<StoredCollection | null> => {
  const [row] = await sql<StoredCollection[]>`
    select ${columns(sql, viewer)} from collections c ${joinMember(sql, sql`c.user_id`)}
    where c.link_id = ${linkId} and ${canRead(sql, viewer)}`
  return row ?? null
}

/** Locks a collection against other changes. The caller has checked that the member may change it. */
export const lockCollection = async (tx: AnySql, row: number): Promise<boolean> =>
  (await tx`select from collections where id = ${row} for update`).length > 0

/** A member's collections, the last changed first: all of them for the member, the public ones for others. */
export const listCollections = (sql: Sql, viewer: Viewer, userId: number) => sql<StoredCollection[]>`
  select ${columns(sql, viewer)} from collections c ${joinMember(sql, sql`c.user_id`)}
  where c.user_id = ${userId} and (c.visibility = 'public' or c.user_id = ${viewer?.id ?? null})
  order by c.updated_at desc, c.id desc limit ${MAX_COLLECTIONS}`

/** How many of these posts each of a member's collections contains, by row; without those that contain none. */
export const countItemsAmong = async (
  sql: Sql,
  userId: number,
  postIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await sql<{ row: number; count: number }[]>`
    select c.id as row, count(*)::integer as count from collections c join collection_items i on i.collection_id = c.id
    where c.user_id = ${userId} and i.post_id = any(${[...postIds]}::integer[]) group by c.id`
  return new Map(rows.map(({ row, count }) => [row, count]))
}

type Fields = { title: string; description: string; visibility: Visibility }

/** Returns the row of the new collection, or null if the member has as many as one may have. */
export const insertCollection = async (
  tx: AnySql,
  userId: number,
  linkId: string,
  { title, description, visibility }: Fields,
): Promise<number | null> => {
  const [row] = await tx<{ id: number }[]>`
    insert into collections (link_id, user_id, title, description, visibility)
    select ${linkId}, ${userId}, ${title}, ${description}, ${visibility}
    where (select count(*) from collections where user_id = ${userId}) < ${MAX_COLLECTIONS} returning id`
  return row?.id ?? null
}

type Changes = { [K in keyof Fields]?: Fields[K] | undefined }

export const updateCollectionRow = (
  tx: AnySql,
  row: number,
  { title, description, visibility }: Changes,
) => tx`
  update collections set title = coalesce(${title ?? null}, title),
    description = coalesce(${description ?? null}, description),
    visibility = coalesce(${visibility ?? null}, visibility), updated_at = now() where id = ${row}`

export const touchCollection = (tx: AnySql, row: number) =>
  tx`update collections set updated_at = now() where id = ${row}`

export const deleteCollectionRow = (sql: AnySql, row: number) =>
  sql`delete from collections where id = ${row}`

export const collectionExport = exportSection(
  'collections',
  (sql, user, after) => sql`
    select id, link_id, title, description, visibility, created_at, updated_at,
      array(select json_build_object('postId', i.post_id, 'note', i.note, 'addedAt', i.added_at)
        from collection_items i where i.collection_id = c.id order by i.position) as items
    from collections c where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE,
)

import type { Member, Viewer } from '#core/viewer.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { Collection, CollectionDetails } from '../contract.ts'
import {
  type CollectionRole,
  type CollectionVisibility,
  MAX_COLLECTION_ITEMS,
  MAX_COLLECTIONS,
  MAX_COUNTED_ITEMS,
  MAX_COVER_FILES,
  MAX_EDITED_COLLECTIONS,
} from '../contract-values.ts'
import { canReadCollection, collectionRoleColumn, editorsColumn } from './editors-query.ts'
import { followColumns } from './follows-query.ts'

/** A stored collection. `row` is its database id, which the API does not expose. */
export type StoredCollection = Collection & { rowId: number }
export type StoredCollectionDetails = CollectionDetails & { rowId: number }

/** Returns the SQL columns of a collection. Posts that the viewer can see are counted only up to `maxCounted`. */
const columns = (sql: AnySql, viewer: Viewer, maxCounted = MAX_COLLECTION_ITEMS): SqlFragment => sql`
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  ${authorJson(sql)} as user,
  (select count(*)::integer from (
    select from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = c.id and ${canSeePost(sql, viewer)} limit ${maxCounted}::integer) counted) as item_count,
  ${coverFilesColumn(sql, viewer)} as cover_files`

/** Videos have no still picture. */
const VIDEO_FILE = '[.](mp4|webm|mov)$'

/**
 * An SQL expression for the pictures on the cover of the collection `c`: the first picture of each of its first posts
 * that the viewer can see and that have one. Only a limited number of posts is searched, so that lists stay fast.
 */
const coverFilesColumn = (sql: AnySql, viewer: Viewer): SqlFragment => sql`
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ ${VIDEO_FILE} order by number limit 1) as picture
    from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = c.id and ${canSeePost(sql, viewer)}
    order by i.position limit ${MAX_COUNTED_ITEMS}::integer) first_items
  where picture is not null order by position limit ${MAX_COVER_FILES}::integer)`

/**
 * Returns the SQL columns for lists, which count fewer posts, because counting all posts in 200 full collections
 * would take too long.
 */
const listColumns = (sql: AnySql, viewer: Viewer): SqlFragment => columns(sql, viewer, MAX_COUNTED_ITEMS)

/** Selects a collection by the id in its link. Returns null if it does not exist or the viewer cannot read it. */
export const selectCollection = async (
  sql: AnySql,
  viewer: Viewer,
  linkId: string,
): Promise<StoredCollectionDetails | null> => {
  const [row] = await sql<StoredCollectionDetails[]>`
    select ${columns(sql, viewer)}, ${collectionRoleColumn(sql, viewer)} as role, ${editorsColumn(sql, viewer)} as editors,
      ${followColumns(sql, viewer)}, c.restricted_visibility is not null as is_removed
    from collections c ${joinMember(sql, sql`c.user_id`)}
    where c.link_id = ${linkId} and ${canReadCollection(sql, viewer)}`
  return row ?? null
}

type MemberRole = { rowId: number; title: string; userId: number; role: CollectionRole | null }

/** Selects a member's role in a collection. Returns null if the collection does not exist or they cannot read it. */
export const selectRole = async (sql: AnySql, member: Member, linkId: string): Promise<MemberRole | null> => {
  const [row] = await sql<MemberRole[]>`
    select c.id as row_id, c.title, c.user_id, ${collectionRoleColumn(sql, member)} as role from collections c
    where c.link_id = ${linkId} and ${canReadCollection(sql, member)}`
  return row ?? null
}

/** `isRestricted` is true if moderators have made the collection private. */
export type LockedCollection = { updatedAt: Date; isRestricted: boolean }

/**
 * Locks a collection against concurrent changes. Returns null if it no longer exists. The caller must have checked
 * that the member can change it.
 */
export const lockCollectionRow = async (tx: AnySql, rowId: number): Promise<LockedCollection | null> => {
  const [row] = await tx<LockedCollection[]>`
    select updated_at, restricted_visibility is not null as is_restricted from collections
    where id = ${rowId} for update`
  return row ?? null
}

/** Lists a member's public collections as visitors see them, most recently changed first. */
export const selectPublicCollections = (sql: Sql, userId: number) => sql<StoredCollection[]>`
  select ${listColumns(sql, null)} from collections c ${joinMember(sql, sql`c.user_id`)}
  where c.user_id = ${userId} and c.visibility = 'public'
  order by c.updated_at desc, c.id desc limit ${MAX_COLLECTIONS}`

/** Lists the collections that a member owns or edits, most recently changed first. */
export const selectEditableCollections = (sql: Sql, member: Member) => sql<StoredCollection[]>`
  select ${listColumns(sql, member)}
  from collections c ${joinMember(sql, sql`c.user_id`)}
  where c.user_id = ${member.id} or c.id = any(array(
    select collection_id from collection_editors where user_id = ${member.id} and accepted_at is not null))
  order by c.updated_at desc, c.id desc limit ${MAX_COLLECTIONS + MAX_EDITED_COLLECTIONS}`

/** Lists the collections that a member follows and can read, most recently changed first. */
export const selectFollowedCollections = (sql: Sql, member: Member) => sql<StoredCollection[]>`
  select ${listColumns(sql, member)}
  from collection_follows f join collections c on c.id = f.collection_id ${joinMember(sql, sql`c.user_id`)}
  where f.follower_id = ${member.id} and ${canReadCollection(sql, member)}
  order by c.updated_at desc, c.id desc`

const MAX_IN_SITEMAP = 10_000
/**
 * A collection needs at least this many public posts to be in the sitemap. With fewer, it has too little
 * content for search engines.
 */
const MIN_POSTS_IN_SITEMAP = 2

/** Lists public collections with enough public posts for the sitemap, most recently changed first. */
export const selectCollectionsForSitemap = (sql: Sql) => sql<{ id: string; title: string }[]>`
  select link_id as id, title from collections c
  where visibility = 'public' and (
    select count(*) from (
      select from collection_items i ${joinPost(sql, sql`i.post_id`)}
      where i.collection_id = c.id and ${canSeePost(sql, null)} limit ${MIN_POSTS_IN_SITEMAP}) as first) = ${MIN_POSTS_IN_SITEMAP}
  order by updated_at desc, id desc limit ${MAX_IN_SITEMAP}`

/** Lists the public collections that were created last. */
export const selectNewestCollections = (sql: Sql, limit: number) => sql<{ id: string; title: string }[]>`
  select link_id as id, title from collections where visibility = 'public' order by collections.id desc limit ${limit}`

type Fields = { title: string; description: string; visibility: CollectionVisibility }

/**
 * Inserts a collection and returns its database id, or null if the member already has the maximum number of
 * collections.
 */
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
  rowId: number,
  { title, description, visibility }: Changes,
) => tx`
  update collections set title = coalesce(${title ?? null}, title),
    description = coalesce(${description ?? null}, description),
    visibility = coalesce(${visibility ?? null}, visibility), updated_at = now() where id = ${rowId}`

export const touchCollection = (tx: AnySql, rowId: number) =>
  tx`update collections set updated_at = now() where id = ${rowId}`

export const deleteCollectionRow = (sql: AnySql, rowId: number) =>
  sql`delete from collections where id = ${rowId}`

export const collectionExport = defineExportSection(
  'collections',
  (sql, user, after) => sql`
    select id, link_id, title, description, visibility, created_at, updated_at,
      array(select json_build_object('postId', i.post_id, 'note', i.note, 'addedAt', i.added_at)
        from collection_items i where i.collection_id = c.id order by i.position) as items
    from collections c where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)

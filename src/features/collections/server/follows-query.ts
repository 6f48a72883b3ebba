import type { Member, Viewer } from '#core/viewer.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import { MAX_FOLLOWED_COLLECTIONS } from '../contract-values.ts'
import { canReadCollection } from './editors-query.ts'

/** Followers are counted only up to this number. */
const MAX_COUNTED = 1_000

/** Returns the SQL columns `follower_count` and `is_followed` for a collection `c`. */
export const followColumns = (sql: AnySql, viewer: Viewer): SqlFragment => sql`
  (select count(*)::integer from (
    select from collection_follows where collection_id = c.id limit ${MAX_COUNTED}::integer) f) as follower_count,
  exists (
    select from collection_follows where collection_id = c.id and follower_id = ${viewer?.id ?? null}::integer) as is_followed`

/**
 * Follows a collection. Returns false if the member already follows the maximum number of collections, not counting
 * those that they can no longer read. The caller must have locked the member.
 */
export const insertCollectionFollow = async (
  sql: AnySql,
  member: Member,
  collectionId: number,
): Promise<boolean> => {
  const [result] = await sql<{ isFollowed: boolean }[]>`
    with followed as (
      select f.collection_id from collection_follows f join collections c on c.id = f.collection_id
      where f.follower_id = ${member.id} and ${canReadCollection(sql, member)}
    ), added as (
      insert into collection_follows (collection_id, follower_id) select ${collectionId}, ${member.id}
      where (select count(*) from followed) < ${MAX_FOLLOWED_COLLECTIONS} on conflict do nothing returning collection_id
    )
    select exists (select from added) or exists (select from followed where collection_id = ${collectionId}) as is_followed`
  return result?.isFollowed ?? false
}

/** Unfollows a collection. Returns false if the member does not follow it. */
export const deleteCollectionFollow = async (sql: Sql, userId: number, linkId: string): Promise<boolean> => {
  const { count } = await sql`
    delete from collection_follows f using collections c
    where f.follower_id = ${userId} and c.id = f.collection_id and c.link_id = ${linkId}`
  return count > 0
}

export const collectionFollowExport = defineExportSection(
  'followedCollections',
  (sql, user, after) => sql`
    select f.id, c.link_id, f.created_at from collection_follows f join collections c on c.id = f.collection_id
    where f.follower_id = ${user} and f.id > ${after}`,
)

import { REMOVED_COLLECTION_TITLE } from '#core/moderated-subject.ts'
import type { Viewer } from '#core/viewer.ts'
import { andNotBlocked } from '#features/members/server/blocks-query.ts'
import { authorJson, joinMember } from '#features/members/server/profile-query.ts'
import { shownAvatar } from '#features/members/server/standing-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { CollectionEditor } from '../contract-sharing.ts'
import { MAX_EDITED_COLLECTIONS, MAX_EDITORS } from '../contract-values.ts'

/** Returns an SQL expression for the viewer's role in a collection `c`, which is null if they have none. */
export const collectionRoleColumn = (sql: AnySql, viewer: Viewer): SqlFragment =>
  viewer
    ? sql`case when c.user_id = ${viewer.id} then 'owner' else (
        select case when e.accepted_at is null then 'invited' else 'editor' end
        from collection_editors e where e.collection_id = c.id and e.user_id = ${viewer.id}) end`
    : sql`null::text`

/**
 * Returns an SQL condition that is true if the viewer can read a collection `c`. Only its owner, its editors,
 * members who are invited to edit it, and admins can read a private collection; to everybody else, it appears
 * not to exist. Members who are invited cannot read one that moderators have removed, and moderators of the site
 * can, unless it was private before. Nor does a collection exist for members who block its owner or are
 * blocked by them.
 */
export const canReadCollection = (sql: AnySql, viewer: Viewer): SqlFragment => {
  if (!viewer) return sql`c.visibility <> 'private'`
  if (viewer.isAdmin) return sql`true`
  const isRemoved =
    viewer.isModerator && !viewer.isSuspended ? sql`or c.restricted_visibility <> 'private'` : sql``
  return sql`(c.visibility <> 'private' ${isRemoved} or c.user_id = ${viewer.id} or exists (
    select from collection_editors e where e.collection_id = c.id and e.user_id = ${viewer.id}
      and (e.accepted_at is not null or c.restricted_visibility is null))) ${andNotBlocked(sql, viewer, sql`c.user_id`)}`
}

/**
 * Returns an SQL subquery for the editors of a collection `c` who have accepted their invitation, in the order of
 * acceptance.
 */
export const editorsColumn = (sql: AnySql, viewer: Viewer): SqlFragment => sql`(
  select coalesce(json_agg(${authorJson(sql)} order by e.accepted_at, e.id), '[]')
  from collection_editors e ${joinMember(sql, sql`e.user_id`)}
  where e.collection_id = c.id and e.accepted_at is not null ${andNotBlocked(sql, viewer, sql`e.user_id`)})`

/** Lists the editors and the invited members in order of invitation. */
export const selectEditors = (sql: Sql, collectionId: number) => sql<CollectionEditor[]>`
  select u.id, u.username, ${shownAvatar(sql, sql`u`)} as avatar, e.accepted_at is null as is_invited
  from collection_editors e ${joinMember(sql, sql`e.user_id`)}
  where e.collection_id = ${collectionId} order by e.id`

/**
 * Invites an editor. Returns false if the collection already has the maximum number of editors. The caller must have
 * locked the collection.
 */
export const insertEditor = async (tx: AnySql, collectionId: number, userId: number): Promise<boolean> => {
  const [result] = await tx<{ isThere: boolean }[]>`
    with editors as (select user_id from collection_editors where collection_id = ${collectionId}), added as (
      insert into collection_editors (collection_id, user_id) select ${collectionId}, ${userId}
      where (select count(*) from editors) < ${MAX_EDITORS} on conflict do nothing returning user_id
    )
    select exists (select from added) or exists (select from editors where user_id = ${userId}) as is_there`
  return result?.isThere ?? false
}

/**
 * Accepts an invitation. Returns false if there is no open invitation or the member already edits the maximum number
 * of collections. The caller must have locked the member.
 */
export const acceptInvitation = async (
  sql: AnySql,
  collectionId: number,
  userId: number,
): Promise<boolean> => {
  const { count } = await sql`
    update collection_editors set accepted_at = now()
    where collection_id = ${collectionId} and user_id = ${userId} and accepted_at is null
      and (select count(*) from collection_editors where user_id = ${userId} and accepted_at is not null) < ${MAX_EDITED_COLLECTIONS}`
  return count > 0
}

export const deleteEditor = (tx: AnySql, collectionId: number, userId: number) =>
  tx`delete from collection_editors where collection_id = ${collectionId} and user_id = ${userId}`

export const editedCollectionExport = defineExportSection(
  'editedCollections',
  (sql, user, after) => sql`
    select e.id, c.link_id, case when e.accepted_at is not null or c.restricted_visibility is null then c.title else ${REMOVED_COLLECTION_TITLE} end as title,
      e.created_at, e.accepted_at
    from collection_editors e join collections c on c.id = e.collection_id
    where e.user_id = ${user} and e.id > ${after}`,
)

/** Returns an SQL subquery that counts a member's public collections, as a column of their profile. */
export const publicCollectionCountColumn = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`(
  select count(*)::integer from collections where user_id = ${userId} and visibility = 'public')`

/** Ends what two members edit and follow of each other's collections, with the invitations to edit one. */
export const deleteSharingBetween = (tx: AnySql, one: number, other: number) => tx`
  with owned as (
    select id, case user_id when ${one} then ${other}::integer else ${one}::integer end as other
    from collections where user_id in (${one}, ${other})
  ), editors as (
    delete from collection_editors e using owned where e.collection_id = owned.id and e.user_id = owned.other
  )
  delete from collection_follows f using owned where f.collection_id = owned.id and f.follower_id = owned.other`

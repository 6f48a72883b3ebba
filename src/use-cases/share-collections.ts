import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { CollectionEditor } from '#features/collections/contract-sharing.ts'
import * as editors from '#features/collections/server/editors-query.ts'
import * as follows from '#features/collections/server/follows-query.ts'
import { listEditors } from '#features/collections/server/list-editors.ts'
import {
  lockCollection,
  OWNER_ONLY,
  requireCollectionRole,
} from '#features/collections/server/require-role.ts'
import * as store from '#features/collections/server/store.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import { selectPublicProfile } from '#features/members/server/profile-query.ts'
import {
  deleteInvitationNotification,
  notifyOfInvitation,
} from '#features/notifications/server/notify-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Follows a collection. Throws 404 if the member cannot read it, 400 if it is their own, and 409 if they already
 * follow too many.
 */
export const followCollection = async (sql: Sql, member: Member, linkId: string): Promise<void> => {
  const found = await store.selectRole(sql, member, linkId)
  if (!found) throw new HttpError('collection-not-found')
  if (found.role === 'owner') throw new HttpError('cannot-follow-own-collection')
  const isFollowed = await withLockedMember(sql, member.id, (tx) =>
    follows.insertCollectionFollow(tx, member, found.rowId),
  )
  if (!isFollowed) throw new HttpError('too-many-followed-collections')
}

/**
 * Unfollows a collection, even if it has become private. Throws 404 if the member does not follow it and cannot read
 * it.
 */
export const unfollowCollection = async (sql: Sql, member: Member, linkId: string): Promise<void> => {
  if (await follows.deleteCollectionFollow(sql, member.id, linkId)) return
  if (!(await store.selectRole(sql, member, linkId))) throw new HttpError('collection-not-found')
}

/**
 * Invites a member to edit a collection and returns all editors. Throws 404 if the collection cannot be read or the
 * invited member is unknown, 403 if the inviting member is not the owner, and 409 if there are too many editors, or if
 * moderators have removed the collection, which an invited member could read.
 */
export const inviteEditor = async (
  sql: Sql,
  member: Member,
  linkId: string,
  username: string,
): Promise<CollectionEditor[]> => {
  const collectionId = await requireCollectionRole(sql, member, linkId, OWNER_ONLY)
  const invited = await selectPublicProfile(sql, member, username)
  if (!invited) throw new HttpError('user-not-found')
  const { id } = invited
  if (id === member.id) throw new HttpError('cannot-invite-yourself')
  await sql.begin(async (tx) => {
    const { isRestricted } = await lockCollection(tx, collectionId)
    if (isRestricted) throw new HttpError('collection-restricted')
    if (!(await editors.insertEditor(tx, collectionId, id))) throw new HttpError('too-many-editors')
    await notifyOfInvitation(tx, { userId: id, fromUserId: member.id, collectionId })
  })
  return listEditors(sql, member, linkId)
}

/**
 * Accepts an invitation to edit a collection. Throws 403 if the member is not invited, and 409 if they already edit
 * too many collections.
 */
export const acceptInvitation = async (sql: Sql, member: Member, linkId: string): Promise<void> => {
  const collectionId = await requireCollectionRole(sql, member, linkId, ['editor', 'invited'])
  const isAccepted = await withLockedMember(sql, member.id, (tx) =>
    editors.acceptInvitation(tx, collectionId, member.id),
  )
  if (isAccepted) return
  const found = await store.selectRole(sql, member, linkId)
  if (found?.role !== 'editor') throw new HttpError('too-many-edited-collections')
}

/**
 * Removes an editor or an invitation. Owners can remove any of them; other members can remove only themselves. Throws
 * 404 if the member cannot read the collection, and 403 if they cannot remove this editor.
 */
export const removeEditor = async (
  sql: Sql,
  member: Member,
  linkId: string,
  userId: number,
): Promise<void> => {
  const allowed = userId === member.id ? (['editor', 'invited'] as const) : OWNER_ONLY
  const collectionId = await requireCollectionRole(sql, member, linkId, allowed)
  await sql.begin(async (tx) => {
    await lockCollection(tx, collectionId)
    await editors.deleteEditor(tx, collectionId, userId)
    await deleteInvitationNotification(tx, userId, collectionId)
  })
}

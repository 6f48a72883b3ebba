import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { deleteSharingBetween } from '#features/collections/server/editors-query.ts'
import { insertMemberBlock } from '#features/members/server/blocks-query.ts'
import { lockMemberRows } from '#features/members/server/member-counters-query.ts'
import { deleteFollowsBetween } from '#features/members/server/member-follows-query.ts'
import { publishMemberChanges } from '#features/notifications/server/notify-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

/**
 * Blocks a member (docs/spec/privacy.md#blocks), and ends what the two follow and edit of each other. Both are locked, as
 * whoever follows is, so that a follow at the same moment is either removed or refused. Throws 404 for an unknown member
 * and 409 if the member blocks too many.
 */
export const blockMember = async (sql: Sql, member: Member, id: number): Promise<void> => {
  if (id === member.id) throw new HttpError('cannot-block-yourself')
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockMemberRows(tx, [member.id, id])
      const isBlocked = await insertMemberBlock(tx, member.id, id)
      if (isBlocked === null) throw new HttpError('too-many-blocks')
      if (!isBlocked) throw new HttpError('user-not-found')
      await deleteFollowsBetween(tx, member.id, id)
      await deleteSharingBetween(tx, member.id, id)
      await publishMemberChanges(tx, [member.id])
    }),
  )
}

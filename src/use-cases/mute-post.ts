import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { insertPostMute } from '#features/notifications/server/post-mutes-query.ts'
import { publishNotificationChange } from '#features/notifications/server/unread-query.ts'
import { canReadPost, lockPostForShare } from '#features/posts/server/access-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Mutes the notifications about a post and marks those that the member has as read. Throws 404 if they cannot see the
 * post, and 409 if they mute too many.
 */
export const mutePost = async (sql: Sql, member: Member, postId: number): Promise<void> => {
  if (!(await canReadPost(sql, member, postId, undefined))) throw new HttpError('post-not-found')
  const marked = await sql.begin(async (tx) => {
    // The row that is inserted refers to the post, and posts are locked before members.
    await lockPostForShare(tx, postId)
    await lockUserRow(tx, member.id)
    return insertPostMute(tx, member.id, postId)
  })
  if (marked === null) throw new HttpError('too-many-muted-posts')
  if (marked > 0) await publishNotificationChange(sql, member.id)
}

import { joinPost } from '#features/posts/server/access-query.ts'
import { canParticipate } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { insertNotifications, publishedCount } from './notify-query.ts'

type Mention = {
  postId: number
  /** Null for the post's description. */
  commentId: number | null
  fromUserId: number
  userIds: readonly number[]
}

/**
 * Tells members that a comment or a description mentions them, in the caller's transaction: once for each text, only
 * those who can participate in the post, and not those who have been told about the comment itself. An admin who has
 * not opened the link of a private post is not told.
 */
export const notifyMentioned = async (
  tx: AnySql,
  { postId, commentId, fromUserId, userIds }: Mention,
): Promise<void> => {
  if (userIds.length === 0) return
  const isNotifiedOfComment = tx`exists (
    select from notifications n where n.user_id = m.id and n.from_user_id = ${fromUserId} and n.type = 'comment'
      and n.post_id = p.id and n.comment_id = ${commentId}::integer)`
  await tx`
    with added as (${insertNotifications(
      tx,
      tx`select m.id, 'mention', p.id, ${fromUserId}::integer, ${commentId}::integer
        from unnest(${[...userIds]}::integer[]) as m(id) ${joinPost(tx, tx`${postId}::integer`)}
        where ${canParticipate(tx, { id: tx`m.id` })} and not ${isNotifiedOfComment}`,
    )})
    select ${publishedCount(tx, tx`added`)}`
}

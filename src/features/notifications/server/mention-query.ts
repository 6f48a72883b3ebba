import { joinPost } from '#features/posts/server/access-query.ts'
import { canParticipateInPost } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { insertNotifications, publishAndCountNotifications } from './notify-query.ts'

type Mention = {
  /** The comment that mentions the members; null if the mentions are in post descriptions. */
  commentId: number | null
  fromUserId: number
  /** The members who are mentioned, each with the post that the mention belongs to. */
  targets: readonly { postId: number; userId: number }[]
}

/**
 * Notifies members that a comment or a description mentions them, in the caller's transaction. Each comment
 * or description notifies a member only once, and only if the member can comment on the post and has not been
 * notified of the comment itself. Admins who have not opened a private post's link are not notified.
 */
export const notifyMentionedMembers = async (
  tx: AnySql,
  { commentId, fromUserId, targets }: Mention,
): Promise<void> => {
  if (targets.length === 0) return
  const [postIds, userIds] = [targets.map(({ postId }) => postId), targets.map(({ userId }) => userId)]
  const isNotifiedOfComment = tx`exists (
    select from notifications n where n.user_id = m.id and n.from_user_id = ${fromUserId} and n.type = 'comment'
      and n.post_id = p.id and n.comment_id = ${commentId}::integer)`
  await tx`
    with added as (${insertNotifications(
      tx,
      tx`select m.id, 'mention', p.id, ${fromUserId}::integer, ${commentId}::integer
        from unnest(${postIds}::integer[], ${userIds}::integer[]) as m(post_id, id) ${joinPost(tx, tx`m.post_id`)}
        where ${canParticipateInPost(tx, { id: tx`m.id` })} and not ${isNotifiedOfComment}`,
    )})
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

/** Counts the members who have been notified within the last day that somebody mentions them. */
export const countRecentMentions = async (tx: AnySql, fromUserId: number): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from notifications
    where from_user_id = ${fromUserId} and type = 'mention' and created_at > now() - interval '1 day'`
  return row?.count ?? 0
}

import type { AnySql, Fragment } from '#server/database/connect.ts'

/** Who has done what with what; `userId` is told. */
export type Notification = {
  userId: number
  type: 'comment' | 'upvote' | 'bookmark'
  postId: number
  fromUserId: number
  /** The comment that was written or voted on. */
  commentId?: number | undefined
}

/** The channel on which every process hears whose notifications have changed; the payload is the user's id. */
export const CHANNEL = 'notifications'

/** The same for what a member is told of themself: that they are muted, or something of theirs was removed. */
export const MEMBER_CHANNEL = 'members'

/** In the caller's transaction: once it is committed the member's open pages ask anew who they are. */
export const memberChanged = (tx: AnySql, userId: number) =>
  tx`select pg_notify(${MEMBER_CHANNEL}, ${String(userId)})`

/**
 * Tells a member, in the caller's transaction, and the processes that push once it is committed. Never of their own
 * action; an upvote or a bookmark once, however often it is taken back and given again.
 */
export const notify = async (tx: AnySql, told: Notification): Promise<void> => {
  const { userId, type, postId, fromUserId, commentId } = told
  await tx`
    with added as (${addNotifications(
      tx,
      tx`select ${userId}::integer, ${type}::text, ${postId}::integer, ${fromUserId}::integer, ${commentId ?? null}::integer`,
    )})
    select ${pushed(tx, tx`added`)}`
}

/**
 * The same inside of a larger statement: `rows` yields user, type, post, from whom, comment. Answers the `user_id`
 * of whoever is told; give that to `pushed`, or nobody is pushed.
 */
export const addNotifications = (sql: AnySql, rows: Fragment): Fragment => sql`
  insert into notifications (user_id, type, post_id, from_user_id, comment_id)
  select * from (${rows}) as told(user_id, type, post_id, from_user_id, comment_id)
  where user_id is distinct from from_user_id and user_id is not null
  on conflict do nothing returning user_id`

/** An expression for the select list of that statement: how many were pushed. */
export const pushed = (sql: AnySql, added: Fragment): Fragment =>
  sql`(select count(pg_notify(${CHANNEL}::text, user_id::text)) from ${added})`

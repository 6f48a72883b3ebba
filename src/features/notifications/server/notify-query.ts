import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { ModerationNotificationType, NotificationType } from '../contract.ts'
import { isPostUnmuted } from './post-mutes-query.ts'
import { isNotificationEnabled } from './settings-query.ts'

/** A notification for `userId` about an action taken by `fromUserId`. */
export type NewNotification = {
  userId: number
  type: NotificationType<'comment' | 'upvote' | 'bookmark'>
  postId: number
  fromUserId: number
  /** The comment that was written or voted on. */
  commentId?: number | undefined
}

/**
 * The NOTIFY channel that informs every process which user's notifications have changed. The payload is the
 * user's id.
 */
export const NOTIFICATIONS_CHANNEL = 'notifications'

/**
 * The NOTIFY channel for changes to a member, for example when they were muted or an admin removed their content. The
 * payload is the user's id.
 */
export const MEMBER_CHANGES_CHANNEL = 'members'

/** Makes the open pages of members refetch the current user once the caller's transaction commits. */
export const publishMemberChanges = (tx: AnySql, userIds: readonly number[]) =>
  tx`select pg_notify(${MEMBER_CHANGES_CHANNEL}, id::text) from unnest(${[...userIds]}::integer[]) id`

/**
 * Stores a notification in the caller's transaction. Every process pushes it once the transaction commits. Members
 * are never notified of their own actions, and are notified of an upvote or a bookmark only once, regardless of how
 * often it is toggled.
 */
export const insertNotification = async (tx: AnySql, notification: NewNotification): Promise<void> => {
  const { userId, type, postId, fromUserId, commentId } = notification
  await tx`
    with added as (${insertNotifications(
      tx,
      tx`select ${userId}::integer, ${type}::text, ${postId}::integer, ${fromUserId}::integer, ${commentId ?? null}::integer`,
    )})
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

type TopicNotification = {
  userId: number
  type: NotificationType<'topic-request'>
  /** The requested name. */
  topicName: string
  /** The created topic. */
  topicId?: number
}

/**
 * Notifies a member that their topic request was approved or rejected, in the caller's transaction. The
 * notification does not say which admin decided, and admins are not notified of their own decisions.
 */
export const notifyOfTopicRequest = async (
  tx: AnySql,
  actorId: number,
  { userId, type, topicName, topicId }: TopicNotification,
): Promise<void> => {
  if (userId === actorId) return
  await tx`
    with added as (
      insert into notifications (user_id, type, topic_name, topic_id)
      select ${userId}::integer, ${type}::text, ${topicName}::text, ${topicId ?? null}::integer
      where ${isNotificationEnabled(tx, tx`${userId}::integer`, 'topic-request')} returning user_id)
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

type SuggestedEditNotification = {
  userId: number
  type: NotificationType<'suggested-edit'>
  postId: number
  fromUserId: number
  suggestedEditId: number
}

/**
 * Notifies a member of a suggested edit in the caller's transaction. Every action on the same edit sends a
 * new notification.
 */
export const notifyOfSuggestedEdit = async (
  tx: AnySql,
  { userId, type, postId, fromUserId, suggestedEditId }: SuggestedEditNotification,
): Promise<void> => {
  await tx`
    with added as (
      insert into notifications (user_id, type, post_id, from_user_id, suggested_edit_id)
      select ${userId}::integer, ${type}::text, ${postId}::integer, ${fromUserId}::integer, ${suggestedEditId}::integer
      where ${isNotificationEnabled(tx, tx`${userId}::integer`, 'suggested-edit')}
        and ${isPostUnmuted(tx, tx`${userId}::integer`, tx`${postId}::integer`)} returning user_id)
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

/**
 * Notifies the owner that their webhook was switched off, in the caller's transaction, or all admins of one that belongs
 * to a topic (`userId` is null).
 */
export const notifyOfDisabledWebhook = async (
  tx: AnySql,
  { userId, host }: { userId: number | null; host: string },
): Promise<void> => {
  await tx`
    with added as (
      insert into notifications (user_id, type, webhook_host)
      select u.id, 'webhook-disabled', ${host}::text from users u
      where ${userId === null ? tx`u.is_admin` : tx`u.id = ${userId}`} and ${isNotificationEnabled(tx, tx`u.id`, 'webhook')}
      returning user_id)
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

type DecisionNotification = {
  userIds: readonly number[]
  type: ModerationNotificationType
  decisionId: number
  /** What the decision is about; null if it is about the members themselves. */
  title: string | null
}

/** Notifies members of a decision of moderators, in the caller's transaction. It does not say who decided. */
export const notifyOfDecision = async (
  tx: AnySql,
  { userIds, type, decisionId, title }: DecisionNotification,
): Promise<void> => {
  if (userIds.length === 0) return
  await tx`
    with added as (
      insert into notifications (user_id, type, decision_id, decision_title)
      select id, ${type}::text, ${decisionId}::integer, coalesce(${title}::text, username) from users
      where id = any(${[...userIds]}::integer[])
      returning user_id)
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

/** Renames what decisions are about in the notifications of those who reported it. */
export const renameDecisions = (tx: AnySql, decisionIds: readonly number[], title: string) => tx`
  update notifications set decision_title = ${title} where decision_id = any(${[...decisionIds]}::integer[])`

type Invitation = { userId: number; fromUserId: number; collectionId: number }

/**
 * Notifies a member of an invitation to edit a collection, in the caller's transaction. At most one
 * notification is sent per collection.
 */
export const notifyOfInvitation = async (
  tx: AnySql,
  { userId, fromUserId, collectionId }: Invitation,
): Promise<void> => {
  await tx`
    with added as (
      insert into notifications (user_id, type, from_user_id, collection_id)
      select ${userId}::integer, 'collection-invitation', ${fromUserId}::integer, ${collectionId}::integer
      where ${isNotificationEnabled(tx, tx`${userId}::integer`, 'collection-invitation')}
      on conflict do nothing returning user_id)
    select ${publishAndCountNotifications(tx, tx`added`)}`
}

/** Deletes a member's notification about an invitation to edit a collection. */
export const deleteInvitationNotification = (tx: AnySql, userId: number, collectionId: number) =>
  tx`delete from notifications where user_id = ${userId} and collection_id = ${collectionId}`

/**
 * Inserts notifications as part of a larger statement. `rows` selects the user, type, post, acting user and comment.
 * Kinds that a member has switched off and posts that they have muted are left out. The fragment returns the notified `user_id`s, which must be
 * passed to `publishAndCountNotifications`; otherwise nothing is pushed.
 */
export const insertNotifications = (sql: AnySql, rows: SqlFragment): SqlFragment => sql`
  insert into notifications (user_id, type, post_id, from_user_id, comment_id)
  select * from (${rows}) as new(user_id, type, post_id, from_user_id, comment_id)
  where user_id is distinct from from_user_id and user_id is not null and ${isNotificationEnabled(sql, sql`new.user_id`, sql`new.type`)}
    and ${isPostUnmuted(sql, sql`new.user_id`, sql`new.post_id`)}
  on conflict do nothing returning user_id`

/**
 * Returns an expression for the select list of the statement around `insertNotifications`. It pushes the
 * notifications and returns their number.
 */
export const publishAndCountNotifications = (sql: AnySql, added: SqlFragment): SqlFragment =>
  sql`(select count(pg_notify(${NOTIFICATIONS_CHANNEL}::text, user_id::text)) from ${added})`

/** Deletes up to `max` notifications about comments. Returns their number. */
export const deleteSomeCommentNotifications = async (
  tx: AnySql,
  commentIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from notifications where id in (
        select id from notifications where comment_id = any(${[...commentIds]}::integer[]) limit ${max})`
  ).count

/** Deletes up to `max` notifications about posts. Returns their number. */
export const deleteSomeNotificationsAbout = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from notifications where id in (
        select id from notifications where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count

/** Deletes up to `max` notifications that a member has received, and as many that they have caused. Returns their number. */
export const deleteSomeNotificationsOf = async (tx: AnySql, userId: number, max: number): Promise<number> => {
  const { count: received } = await tx`
    delete from notifications where id in (select id from notifications where user_id = ${userId} limit ${max})`
  const { count: caused } = await tx`
    delete from notifications where id in (select id from notifications where from_user_id = ${userId} limit ${max})`
  return received + caused
}

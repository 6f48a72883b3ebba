import type { Member } from '#core/viewer.ts'
import { isBlockedBetween } from '#features/members/server/blocks-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canMemberSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { MAX_UNREAD_COUNT } from '../contract-values.ts'
import { isFromMuted, isMutedNotification, visibleNotifications } from './notifications-query.ts'
import { NOTIFICATIONS_CHANNEL } from './notify-query.ts'

export const selectUnreadCount = async (sql: Sql, member: Member): Promise<number> => {
  const { id, isAdmin, hasBlocks, hasMutes } = member
  const recipient = { id: sql`${id}::integer`, isAdmin: sql`${isAdmin}::boolean`, hasBlocks, hasMutes }
  const [row] = await sql<{ count: number }[]>`select ${unreadCountColumn(sql, recipient)} as count`
  return row?.count ?? 0
}

/**
 * Returns an SQL subquery that counts a member's unread notifications. The member's id and role are SQL expressions. The
 * conditions for blocks and mutes are left out for members without any, because PostgreSQL spends time on each subquery at the
 * start of a statement, even if a condition before it then decides.
 */
export const unreadCountColumn = (
  sql: AnySql,
  member: { id: SqlFragment; isAdmin: SqlFragment; hasBlocks: boolean; hasMutes: boolean },
): SqlFragment => sql`
  (select count(*)::integer from (
    select from notifications n ${joinPost(sql, sql`n.post_id`)}
    where not n.is_read and ${visibleNotifications(sql, member.id, canMemberSeePost(sql, member))}
      ${andNotFromBlocked(sql, member)} ${member.hasMutes ? sql`and not ${isMutedNotification(sql, member.id)}` : sql``}
    union all
    select from notifications n where n.user_id = ${member.id} and not n.is_read and n.post_id is null
      ${andNotFromBlocked(sql, member)} ${member.hasMutes ? sql`and not ${isFromMuted(sql, member.id)}` : sql``}
    limit ${MAX_UNREAD_COUNT}) as unread)`

const andNotFromBlocked = (
  sql: AnySql,
  { id, hasBlocks }: { id: SqlFragment; hasBlocks: boolean },
): SqlFragment =>
  hasBlocks
    ? sql`and (n.from_user_id is null or not ${isBlockedBetween(sql, id, sql`n.from_user_id`)})`
    : sql``

/** The number of notifications in one statement. 200,000 took four of the five seconds that a statement may take. */
const MARKED_AT_ONCE = 5_000

/**
 * Marks all of the member's notifications as read. Returns how many were unread. Leaves out those that another request
 * is marking.
 */
export const markAllNotificationRowsRead = async (sql: Sql, userId: number): Promise<number> => {
  let marked = 0
  let count: number
  do {
    const result = await sql`
      update notifications set is_read = true where id in (
        select id from notifications where user_id = ${userId} and not is_read
        limit ${MARKED_AT_ONCE} for no key update skip locked)`
    count = result.count
    marked += count
  } while (count === MARKED_AT_ONCE)
  return marked
}

/**
 * Marks a notification, or its whole group, as read. Returns how many were unread, or null if the member has no
 * notification with this id.
 */
export const markNotificationRowsRead = async (
  sql: Sql,
  userId: number,
  id: number,
  isGroup: boolean,
): Promise<number | null> => {
  const isOnPost = (comment: SqlFragment) =>
    sql`exists (select from comments c where c.id = ${comment} and c.parent_id is null)`
  const sameGroup = sql`n.type = target.type and n.post_id = target.post_id
    and n.suggested_edit_id is not distinct from target.suggested_edit_id and (
    n.comment_id is not distinct from target.comment_id
    or n.type = 'comment' and ${isOnPost(sql`n.comment_id`)} and ${isOnPost(sql`target.comment_id`)})`
  const [row] = await sql<{ marked: number }[]>`
    with target as (select * from notifications where id = ${id} and user_id = ${userId}), marked as (
      update notifications n set is_read = true from target
      where n.user_id = target.user_id and not n.is_read and ${isGroup ? sql`(n.id = target.id or ${sameGroup})` : sql`n.id = target.id`}
      returning n.id
    )
    select (select count(*)::integer from marked) as marked from target`
  return row?.marked ?? null
}

/** Tells every process that this member's notifications have changed so that their other tabs update. */
export const publishNotificationChange = (sql: Sql, userId: number) =>
  sql`select pg_notify(${NOTIFICATIONS_CHANNEL}, ${String(userId)})`

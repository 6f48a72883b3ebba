import type { Notification } from '../contract.ts'

/**
 * The notifications shown as one item: a single comment, or all votes or all bookmarks on the same target.
 */
export type NotificationGroup = {
  /** The newest notification, whose id identifies the group in requests. */
  newest: Notification
  /** How many more members did the same, including those whose notifications are not loaded. */
  others: number
  unread: number
}

/**
 * Groups notifications that are sorted newest first. A group takes the position of its newest notification.
 */
export const groupNotifications = (rows: readonly Notification[]): NotificationGroup[] => {
  const groups = new Map<string, Notification[]>()
  for (const row of rows) {
    const key = isUngrouped(row) ? `${row.id}` : `${row.type} ${row.postId} ${row.commentId}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    return { newest, others: newest.groupSize - 1, unread: group.filter(({ isRead }) => !isRead).length }
  })
}

/** Whether two notifications belong to the same group. */
export const isSameGroup = (a: Notification, b: Notification): boolean =>
  a.id === b.id ||
  (!isUngrouped(a) && a.type === b.type && a.postId === b.postId && a.commentId === b.commentId)

const isUngrouped = ({ type, postId }: Notification): boolean => type === 'comment' || postId === null

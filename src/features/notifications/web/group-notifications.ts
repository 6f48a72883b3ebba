import type { Notification } from '../contract.ts'

/**
 * The notifications shown as one item: a single reply or suggested edit, all comments on the same post, or all votes or all bookmarks on
 * the same target.
 */
export type NotificationGroup = {
  /** Stays the same when the group grows. */
  key: string
  /** The newest notification, whose id identifies the group in requests. */
  newest: Notification
  /** What the group's link opens: the first of several unread comments. */
  opened: Notification
  /** The members to name: up to two who commented, otherwise the newest one. */
  names: string[]
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
    const key = groupKey(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups].flatMap(([key, group]) => {
    const [newest] = group
    if (!newest) return []
    const names = namesIn(group, newest.type === 'comment' ? 2 : 1)
    return {
      key,
      newest,
      opened: group.findLast(({ isRead }) => !isRead) ?? newest,
      names,
      others: Math.max(0, newest.groupSize - names.length),
      unread: group.filter(({ isRead }) => !isRead).length,
    }
  })
}

const namesIn = (group: readonly Notification[], max: number): string[] =>
  [...new Set(group.flatMap(({ fromUser }) => fromUser?.username ?? []))].slice(0, max)

/** Whether two notifications belong to the same group. */
export const isSameGroup = (a: Notification, b: Notification): boolean => groupKey(a) === groupKey(b)

const groupKey = ({ id, type, postId, commentId, suggestedEditId, isReply }: Notification): string => {
  if (postId === null || suggestedEditId !== null || isReply) return `${id}`
  return type === 'comment' ? `comment ${postId}` : `${type} ${postId} ${commentId}`
}

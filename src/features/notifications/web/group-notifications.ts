import type { Notification } from '#features/notifications/contract.ts'

/** What stands as one line: a comment alone, votes and bookmarks on one thing together. */
export type Group = {
  /** The newest of them: its id answers for the whole group. */
  newest: Notification
  /** How many more members did the same, also those whose rows are not loaded. */
  others: number
  unread: number
}

/** Each group stands where its newest is; the order is that of the rows, newest first. */
export const groupNotifications = (rows: readonly Notification[]): Group[] => {
  const groups = new Map<string, Notification[]>()
  for (const row of rows) {
    const key = isAlone(row) ? `${row.id}` : `${row.type} ${row.postId} ${row.commentId}`
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

/** Whether two rows stand in one line. */
export const isSameGroup = (a: Notification, b: Notification): boolean =>
  a.id === b.id || (!isAlone(a) && a.type === b.type && a.postId === b.postId && a.commentId === b.commentId)

const isAlone = ({ type }: Notification): boolean => type === 'comment'

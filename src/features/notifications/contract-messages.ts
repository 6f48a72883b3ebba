import { paths } from '#core/paths.ts'
import type { Notification } from './contract.ts'
import { MAX_GROUP_SIZE } from './contract-values.ts'

/**
 * Notifications that are shown as one item: a single reply or suggested edit, all comments on the same post,
 * or all votes or all bookmarks on the same target.
 */
export type NotificationGroup = {
  /** The group's key, which does not change when the group grows. */
  key: string
  /** The newest notification, whose id identifies the group in requests. */
  newest: Notification
  /** The notification that the group's link opens: the oldest unread one, or the newest one if all are read. */
  opened: Notification
  /**
   * The names to show: up to two commenters or, for other types, the member behind the newest notification.
   */
  names: string[]
  /**
   * The number of other members who took the same action, including those whose notifications are not loaded.
   */
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
      // The group of a notification that nobody has caused is only itself.
      others: names.length === 0 ? 0 : Math.max(0, newest.groupSize - names.length),
      unread: group.filter(({ isRead }) => !isRead).length,
    }
  })
}

const namesIn = (group: readonly Notification[], max: number): string[] =>
  [...new Set(group.flatMap(({ fromUser }) => fromUser?.username ?? []))].slice(0, max)

/** Returns true if the two notifications belong to the same group. */
export const isSameNotificationGroup = (a: Notification, b: Notification): boolean =>
  groupKey(a) === groupKey(b)

const groupKey = ({ id, type, postId, commentId, suggestedEditId, isReply }: Notification): string => {
  if (postId === null || suggestedEditId !== null || isReply) return `${id}`
  return type === 'comment' ? `comment ${postId}` : `${type} ${postId} ${commentId}`
}

/** UI strings for notifications, on the notifications page and in digests. */
export const notificationTexts = {
  comma: ', ',
  and: ' and ',
  others: (count: number, size: number) =>
    count === 1 ? ' and 1 other' : ` and ${size < MAX_GROUP_SIZE ? count : `at least ${count}`} others`,
  quoted: (title: string) => `“${title}”`,
  actions: {
    comment: 'commented on',
    replied: 'replied to your comment on',
    upvote: 'upvoted',
    bookmark: 'bookmarked',
    mention: 'mentioned you in',
    mentionedInComment: 'mentioned you in a comment on',
    'edit-suggested': 'suggested an edit of',
    'edit-accepted': 'accepted your edit of',
    'edit-declined': 'declined your edit of',
    'edit-changes-requested': 'asks for changes of your edit of',
    'collection-invitation': 'invites you to edit the collection',
    'topic-approved': 'Your topic request was approved:',
    'topic-rejected': 'Your topic request was declined:',
    upvotedComment: 'upvoted your comment on',
    decision: 'Moderators made a decision about',
    'report-decided': 'Your report was decided:',
    'appeal-answered': 'Your appeal was answered:',
    'webhook-disabled': 'A webhook has failed for days and was switched off:',
  },
} as const

export const getNotificationAction = ({ type, commentId, isReply }: Notification): string => {
  if (isReply) return notificationTexts.actions.replied
  if (commentId !== null && type === 'upvote') return notificationTexts.actions.upvotedComment
  if (commentId !== null && type === 'mention') return notificationTexts.actions.mentionedInComment
  return notificationTexts.actions[type]
}

/** Returns the name of what the notification is about. */
export const getNotificationTitle = ({ post, collection, topic, webhook, decision }: Notification): string =>
  post?.title ?? collection?.title ?? topic?.name ?? webhook?.host ?? decision?.title ?? ''

export const getNotificationHref = ({
  post,
  commentId,
  suggestedEditId,
  topic,
  collection,
  webhook,
  decision,
  type,
}: Notification): string => {
  if (post && suggestedEditId !== null) return paths.suggestedEdit(post.id, suggestedEditId)
  if (post) return commentId === null ? paths.post(post) : paths.comment(post, commentId)
  if (collection) return paths.collection(collection)
  if (webhook) return paths.settings
  if (decision && type !== 'report-decided') return paths.statement(decision.id)
  if (type === 'report-decided') return paths.reports
  return topic?.isLinked ? paths.topic(topic.name) : paths.notifications
}

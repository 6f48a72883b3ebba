import { expect, it } from 'vitest'
import type { Notification } from '../contract.ts'
import { groupNotifications } from './group-notifications.ts'

const aRow = (id: number, fields: Partial<Notification>): Notification => ({
  id,
  userId: 1,
  type: 'upvote',
  postId: 7,
  fromUserId: id,
  commentId: null,
  excerpt: null,
  topic: null,
  isRead: false,
  isReply: false,
  groupSize: 1,
  createdAt: new Date('2026-01-01'),
  fromUser: { username: `user${id}`, avatar: null },
  post: { id: 7, title: 'A post', isPrivate: false, privateId: null, seoSlug: 'a-post', topic: null },
  ...fields,
})

it('groups votes and bookmarks on the same target at the newest one and leaves comments separate', () => {
  const rows = [
    aRow(9, { groupSize: 3 }),
    aRow(8, { type: 'comment', commentId: 70 }),
    aRow(7, { isRead: true }),
    aRow(6, { commentId: 70 }),
    aRow(5, { type: 'bookmark', groupSize: 70 }),
    aRow(4, { type: 'comment', commentId: 71 }),
    aRow(3, { postId: 8 }),
    aRow(2, {}),
    aRow(1, { type: 'bookmark', fromUserId: 5 }),
  ]
  const groups = groupNotifications(rows).map(({ newest, others, unread }) => [newest.id, others, unread])
  expect(groups).toEqual([
    [9, 2, 2],
    [8, 0, 1],
    [6, 0, 1],
    [5, 69, 2],
    [4, 0, 1],
    [3, 0, 1],
  ])
  expect(groupNotifications([])).toEqual([])
})

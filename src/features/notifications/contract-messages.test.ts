import { expect, it } from 'vitest'
import type { Notification } from './contract.ts'
import { groupNotifications } from './contract-messages.ts'

const aRow = (id: number, fields: Partial<Notification>): Notification => ({
  id,
  userId: 1,
  type: 'upvote',
  postId: 7,
  fromUserId: id,
  commentId: null,
  suggestedEditId: null,
  excerpt: null,
  topic: null,
  collection: null,
  isRead: false,
  isReply: false,
  groupSize: 1,
  createdAt: new Date('2026-01-01'),
  fromUser: { username: `user${id}`, avatar: null },
  post: { id: 7, title: 'A post', isPrivate: false, privateId: null, seoSlug: 'a-post', topic: null },
  ...fields,
})

it('groups what happened to the same target at the newest one, and leaves replies separate', () => {
  const rows = [
    aRow(9, { groupSize: 3 }),
    aRow(8, { type: 'comment', commentId: 70 }),
    aRow(7, { isRead: true }),
    aRow(6, { commentId: 70 }),
    aRow(5, { type: 'bookmark', groupSize: 70 }),
    aRow(4, { type: 'comment', commentId: 71 }),
    aRow(10, { type: 'comment', commentId: 72, isReply: true }),
    aRow(3, { postId: 8 }),
    aRow(2, {}),
    aRow(1, { type: 'bookmark', fromUserId: 5 }),
  ]
  const groups = groupNotifications(rows).map(({ newest, others, unread }) => [newest.id, others, unread])
  expect(groups).toEqual([
    [9, 2, 2],
    [8, 0, 2],
    [6, 0, 1],
    [5, 69, 2],
    [10, 0, 1],
    [3, 0, 1],
  ])
  expect(groupNotifications([])).toEqual([])
})

it('names two members who commented on a post, and opens the first unread comment', () => {
  const comment = (id: number, from: string, fields: Partial<Notification> = {}) =>
    aRow(id, {
      type: 'comment',
      commentId: id,
      groupSize: 5,
      fromUser: { username: from, avatar: null },
      ...fields,
    })
  const rows = [comment(9, 'Ana'), comment(8, 'Ana'), comment(7, 'Ben'), comment(6, 'Cid', { isRead: true })]
  const summaryOf = (all: Notification[]) =>
    groupNotifications(all).map(({ names, others, unread, newest, opened }) => [
      names,
      others,
      unread,
      newest.id,
      opened.id,
    ])
  expect(summaryOf(rows)).toEqual([[['Ana', 'Ben'], 3, 3, 9, 7]])
  expect(summaryOf(rows.map((row) => ({ ...row, isRead: true })))).toEqual([[['Ana', 'Ben'], 3, 0, 9, 9]])
  expect(summaryOf([comment(9, 'Ana', { groupSize: 1 }), comment(8, 'Ana', { groupSize: 1 })])).toEqual([
    [['Ana'], 0, 2, 9, 8],
  ])
})

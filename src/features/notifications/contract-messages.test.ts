import { expect, it } from 'vitest'
import { getNotificationTypes, type Notification } from './contract.ts'
import {
  getNotificationAction,
  getNotificationHref,
  getNotificationTitle,
  groupNotifications,
  isSameNotificationGroup,
} from './contract-messages.ts'

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
  webhook: null,
  decision: null,
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

it('says of no others if nobody has caused a notification', () => {
  const topic = { name: 'Chess', isLinked: true }
  const approval = aRow(1, { type: 'topic-approved', postId: null, fromUserId: null, fromUser: null, topic })
  expect(groupNotifications([approval])[0]?.others).toBe(0)
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

it('groups neither suggested edits nor notifications without a post, and comments by their post', () => {
  const isSame = (a: Partial<Notification>, b: Partial<Notification>) =>
    isSameNotificationGroup(aRow(1, a), aRow(2, b))
  expect(isSame({}, {})).toBe(true)
  expect(isSame({ suggestedEditId: 3 }, { suggestedEditId: 3 })).toBe(false)
  expect(isSame({ postId: null }, { postId: null })).toBe(false)
  const comment = { type: 'comment', commentId: 1 } as const
  expect(isSame(comment, { ...comment, commentId: 2 })).toBe(true)
  expect(isSame(comment, { ...comment, postId: 8 })).toBe(false)
})

it('names nobody if the member behind a notification is gone', () => {
  expect(groupNotifications([aRow(1, { fromUser: null })])[0]?.names).toEqual([])
})

const withoutPost = { postId: null, post: null }
const collection = { id: 'abc', title: 'Best of' } as unknown as Notification['collection']
const topic = { name: 'Sea', isLinked: true } as Notification['topic']
const decision = { id: 9, title: 'Sea' }

it.each<[Partial<Notification>, string, string, string]>([
  [{}, 'upvoted', 'A post', '/post/7'],
  [{ commentId: 70 }, 'upvoted your comment on', 'A post', '/post/7/comment/70'],
  [{ type: 'comment', commentId: 70 }, 'commented on', 'A post', '/post/7/comment/70'],
  [
    { type: 'comment', commentId: 70, isReply: true },
    'replied to your comment on',
    'A post',
    '/post/7/comment/70',
  ],
  [{ type: 'mention' }, 'mentioned you in', 'A post', '/post/7'],
  [{ type: 'mention', commentId: 70 }, 'mentioned you in a comment on', 'A post', '/post/7/comment/70'],
  [
    { type: 'edit-suggested', suggestedEditId: 5 },
    'suggested an edit of',
    'A post',
    '/post/7/suggested-edits/5',
  ],
  [
    { ...withoutPost, type: 'collection-invitation', collection },
    'invites you to edit the collection',
    'Best of',
    '/c/abc/best-of',
  ],
  [{ ...withoutPost, type: 'topic-approved', topic }, 'Your topic request was approved:', 'Sea', '/t/sea'],
  [
    {
      ...withoutPost,
      type: 'topic-rejected',
      topic: { name: 'Sea', isLinked: false } as Notification['topic'],
    },
    'Your topic request was declined:',
    'Sea',
    '/notifications',
  ],
  [{ ...withoutPost, type: 'topic-approved' }, 'Your topic request was approved:', '', '/notifications'],
  [
    { ...withoutPost, type: 'webhook-disabled', webhook: { host: 'hooks.example' } },
    'A webhook has failed for days and was switched off:',
    'hooks.example',
    '/settings',
  ],
  [
    { ...withoutPost, type: 'decision', decision },
    'Moderators made a decision about',
    'Sea',
    '/statements/9',
  ],
  [
    { ...withoutPost, type: 'appeal-answered', decision },
    'Your appeal was answered:',
    'Sea',
    '/statements/9',
  ],
  [{ ...withoutPost, type: 'report-decided', decision }, 'Your report was decided:', 'Sea', '/reports'],
])('says of %j: %s %s, and links to %s', (fields, action, title, href) => {
  const notification = aRow(1, fields)
  expect(getNotificationAction(notification)).toBe(action)
  expect(getNotificationTitle(notification)).toBe(title)
  expect(getNotificationHref(notification)).toBe(href)
})

it('has the types of a kind, which is its own type unless it stands for several', () => {
  expect(getNotificationTypes('upvote')).toEqual(['upvote'])
  expect(getNotificationTypes('topic-request')).toEqual(['topic-approved', 'topic-rejected'])
})

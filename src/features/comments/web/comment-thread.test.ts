import { expect, test } from 'vitest'
import type { Comment } from '../contract.ts'
import { countThreadComments, mergeComments, sortComments } from './comment-thread.ts'

const comment = (
  id: number,
  score: number,
  replies: Comment[] = [],
  more: Partial<Comment> = {},
): Comment => ({
  id,
  score,
  replies,
  content: '',
  mentions: [],
  userId: 1,
  postVersion: null,
  postId: 1,
  parentId: null,
  createdAt: new Date(Date.UTC(2026, 0, id)),
  updatedAt: new Date(Date.UTC(2026, 0, id)),
  editedAt: null,
  isDeleted: false,
  user: null,
  myVote: 0,
  moreReplies: 0,
  ...more,
})
const list = [comment(1, 5), comment(2, 9), comment(3, 5)]
const idsOf = (comments: Comment[]) => comments.map(({ id }) => id)

test('sorts comments by score, newest first among equals', () => {
  expect(idsOf(sortComments(list, 'top'))).toEqual([2, 3, 1])
})

test('sorts comments newest first', () => {
  expect(idsOf(sortComments(list, 'new'))).toEqual([3, 2, 1])
})

test('keeps the order of comments when their scores change', () => {
  const first = new Map()
  sortComments(list, 'top', first)
  const voted = [comment(1, 20), comment(2, 9), comment(3, 5), comment(4, 7)]
  expect(idsOf(sortComments(voted, 'top', first))).toEqual([2, 4, 3, 1])
})

test('keeps the first copy of a comment that is in two lists', () => {
  expect(mergeComments([comment(1, 1)], [comment(1, 2), comment(2, 0)]).map(({ score }) => score)).toEqual([
    1, 0,
  ])
})

test('shows a deleted comment only if it has replies', () => {
  const gone = { isDeleted: true }
  const lists = [comment(1, 0, [], gone), comment(2, 0, [comment(3, 0, [], gone)], gone)]
  expect(mergeComments(lists)).toEqual([])
  expect(mergeComments([comment(1, 0, [comment(2, 0)], gone)])).toHaveLength(1)
  expect(mergeComments([comment(1, 0, [], { ...gone, moreReplies: 3 })])).toHaveLength(1)
})

test('counts a comment and all its replies', () => {
  expect(countThreadComments(comment(1, 0, [comment(2, 0, [comment(3, 0)]), comment(4, 0)]))).toBe(4)
})

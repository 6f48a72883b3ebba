import { expect, test } from 'vitest'
import type { Comment } from '#features/comments/contract.ts'
import { countThread, sortComments } from '#features/comments/web/sort-comments.ts'

const comment = (id: number, score: number, replies: Comment[] = []): Comment => ({
  ...{ id, score, replies, content: '', userId: 1, postId: 1, parentId: null, updatedAt: '', myVote: 0, moreReplies: 0 },
  ...{ createdAt: `2026-01-0${id}T00:00:00.000Z`, isDeleted: false, user: null },
})
const tree = [comment(1, 5, [comment(4, 0), comment(5, 2)]), comment(2, 9), comment(3, 5)]
const idsOf = (comments: Comment[]) => comments.map(({ id }) => id)

test('comments are sorted by score by default, the newer first among equals', () => {
  const sorted = sortComments(tree, 'top')
  expect(idsOf(sorted)).toEqual([2, 3, 1])
  expect(idsOf(sorted[2]?.replies ?? [])).toEqual([5, 4])
})

test('or the newest first', () => {
  expect(idsOf(sortComments(tree, 'new'))).toEqual([3, 2, 1])
})

test('a thread counts itself and all its replies', () => {
  expect(countThread(comment(1, 0, [comment(2, 0, [comment(3, 0)]), comment(4, 0)]))).toBe(4)
})

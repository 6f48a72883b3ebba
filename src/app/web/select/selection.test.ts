import { beforeEach, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { EMPTY_SELECTION, getSelectionRange, postSelectionStore, setPostsSelected } from './selection.ts'

const selected = () => [...postSelectionStore.get().ids]
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

beforeEach(() => postSelectionStore.set(EMPTY_SELECTION))

it('selects and deselects posts', () => {
  expect(setPostsSelected([3, 1], true, 1)).toBe(true)
  expect(setPostsSelected([3, 7], false, 7)).toBe(true)
  expect(selected()).toEqual([1])
})

it('selects at most 100 posts, the first ones', () => {
  expect(setPostsSelected(numbers(limits.bulkPosts + 1), true, null)).toBe(false)
  expect(selected()).toEqual(numbers(limits.bulkPosts))
  expect(setPostsSelected([1], true, 1)).toBe(true)
  expect(setPostsSelected([500], true, 500)).toBe(false)
  expect(setPostsSelected([1], false, 1)).toBe(true)
  expect(setPostsSelected([500], true, 500)).toBe(true)
})

it('has a range from the last changed post in both directions, and none before or without that post', () => {
  const order = [9, 8, 7, 6, 5]
  expect(getSelectionRange(7, order)).toEqual([7])
  setPostsSelected([8], true, 8)
  expect(getSelectionRange(6, order)).toEqual([8, 7, 6])
  expect(getSelectionRange(9, order)).toEqual([8, 9])
  expect(getSelectionRange(5, [7, 6, 5])).toEqual([5])
})

import { expect, test } from 'vitest'
import type { PostCard } from '../../contract.ts'
import { isPostPage } from './after-deletion.ts'

const post = { id: 7, isPrivate: false, seoSlug: 'a-title', topic: { id: 1, name: 'Art' } } as PostCard

test.each([
  ['/t/art/a-title', true],
  ['/post/7', true],
  ['/post/7/comment/9', true],
  ['/t/art/a-title/comment/9', true],
  ['/post/77', false],
  ['/t/art', false],
  ['/', false],
])('for the path %s, returns %s', (path, expected) => expect(isPostPage(post, path)).toBe(expected))

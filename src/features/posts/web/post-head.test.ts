import { expect, test } from 'vitest'
import type { PostPage } from '../contract.ts'
import { getDefaultPostFields } from '../contract-fields.ts'
import { createPostHead } from './post-head.ts'

const site = { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' }
const post: PostPage = {
  id: 7,
  ...getDefaultPostFields(),
  title: '</script><script>alert(1)</script>',
  description: 'About it',
  prompt: 'p'.repeat(400),
  mentions: [],
  promptLength: 400,
  promptTruncated: false,
  userId: 1,
  topicId: 2,
  isPrivate: false,
  restriction: null,
  labels: [],
  privateId: null,
  seoSlug: 'a-title',
  score: 3,
  commentCount: 1,
  version: 1,
  revision: 1,
  isRemix: false,
  hasResults: false,
  hasSuggestedEdits: false,
  editedAt: null,
  tallies: [],
  suggestedEdits: 0,
  createdAt: new Date('2026-01-01'),
  bookmarkCount: 0,
  topic: { id: 2, name: 'Machine Learning' },
  user: { id: 1, username: 'mira', avatar: null },
  myVote: 0,
  isBookmarked: false,
  isRevealed: false,
  comments: [],
  commentsAfter: null,
}

const scriptOf = (page: PostPage) => createPostHead(page, site).structuredData ?? ''

test('escapes structured data so that it cannot end its script element', () => {
  expect(scriptOf({ ...post, description: '\u2028\u2029' })).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(scriptOf(post))).toMatchObject({ headline: post.title })
})

test("cuts the prompt in structured data as for visitors, even on a member's page", () => {
  expect(JSON.parse(scriptOf(post)).text).toHaveLength(150)
})

test("sets the post's link as canonical", () => {
  expect(createPostHead(post, site).links).toContainEqual({
    rel: 'canonical',
    href: 'https://prompts.example/t/machine-learning/a-title',
  })
})

test('keeps a private post out of search engines and previews', () => {
  const head = createPostHead({ ...post, isPrivate: true, privateId: 'x'.repeat(22), topic: null }, site)
  expect(head.meta).toContainEqual({ name: 'robots', content: 'noindex, nofollow' })
  expect(JSON.stringify(head)).not.toContain('og:')
  expect(JSON.stringify(head)).not.toContain(post.title)
  expect(head.structuredData).toBeUndefined()
})

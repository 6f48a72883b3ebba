import { expect, it } from 'vitest'
import type { PostCard } from '#features/posts/contract.ts'
import { buildPostCard } from '#tests/components/samples.ts'
import { toExportedPost } from './export-posts.ts'

const exported = (fields: Partial<PostCard>) => toExportedPost(buildPostCard(fields), 'https://example.org')

it('has the fields of a post in a readable form', () => {
  expect(JSON.parse(JSON.stringify(exported({ tags: ['sea'], models: ['claude'] })))).toEqual({
    title: 'Post 7',
    description: 'A short poem',
    prompt: 'Write a haiku',
    type: 'Text',
    models: ['claude'],
    tags: ['sea'],
    blanksIn: 'text',
    license: 'unspecified',
    sourceUrl: '',
    form: 'prompt',
    skill: '',
    topic: 'Poems',
    visibility: 'public',
    author: 'Grace',
    link: 'https://example.org/t/poems/post-7',
    created: '2026-01-02T03:04:05.000Z',
  })
})

it('has the link of a private post', () => {
  const post = { isPrivate: true, privateId: 'x'.repeat(22), topic: null }
  expect(exported(post)).toMatchObject({
    topic: null,
    visibility: 'private',
    link: `https://example.org/private/${'x'.repeat(22)}`,
  })
})

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PostCard } from '../../contract.ts'
import { patchPost } from './EditForm.tsx'

const aPost = (more = {}) => ({
  id: 7,
  title: 'Old',
  prompt: 'old',
  promptLength: 3,
  promptTruncated: false,
  ...more,
})

test('updates pages with the whole prompt and lists with the cut one, and keeps votes', () => {
  const client = new QueryClient()
  client.setQueryData(['feed'], {
    pages: [[aPost({ score: 4, myVote: 1 }), aPost({ id: 8 })]],
    pageParams: [''],
  })
  client.setQueryData(['post', 7], aPost({ comments: [] }))
  client.setQueryData(['search'], { pages: [[aPost({ marked: { title: '\uE000Old\uE001' } })]] })
  client.setQueryData(['reveal', 7], { prompt: 'old' })
  const prompt = '𝒳'.repeat(2_001)
  patchPost(client, {
    ...aPost({ title: 'New', prompt, promptLength: 2_001, score: 0, myVote: 0 }),
  } as PostCard)
  const list = { title: 'New', prompt: '𝒳'.repeat(2_000), promptLength: 2_001, promptTruncated: true }
  expect(client.getQueryData(['feed'])).toMatchObject({
    pages: [[{ ...list, score: 4, myVote: 1 }, { title: 'Old' }]],
  })
  expect(client.getQueryData(['post', 7])).toMatchObject({ title: 'New', prompt, promptTruncated: false })
  expect(client.getQueryData(['reveal', 7])).toEqual({ prompt })
  expect(client.getQueryData(['reveal', 8])).toBeUndefined()
  expect(client.getQueryData(['search'])).toMatchObject({ pages: [[{ ...list, marked: { title: 'New' } }]] })
})

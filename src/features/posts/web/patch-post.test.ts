import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { searchQuery } from '#features/search/web/queries.ts'
import { createNonDefaultValue } from '#tests/support/post-values.ts'
import type { PostCard } from '../contract.ts'
import { getDefaultPostFields, postFieldNames } from '../contract-fields.ts'
import { patchCachedPost } from './patch-post.ts'
import { postQuery, revealQuery } from './queries.ts'

const feed: QueryKey = feedQuery({ sortBy: 'new', ...noPostFilters }).queryKey
const search: QueryKey = searchQuery({ q: 'old', ...noPostFilters }).queryKey
const page: QueryKey = postQuery(7).queryKey
const reveal: QueryKey = revealQuery(7).queryKey

const aPost = (more = {}) => ({
  id: 7,
  title: 'Old',
  prompt: 'old',
  promptLength: 3,
  promptTruncated: false,
  ...more,
})

test.each(postFieldNames)('updates %s in lists and on the page', (name) => {
  const client = new QueryClient()
  const changed = createNonDefaultValue(name)
  client.setQueryData(feed, { pages: [[aPost()]], pageParams: [''] })
  client.setQueryData(page, aPost({ comments: [] }))
  patchCachedPost(client, { ...getDefaultPostFields(), ...aPost({ [name]: changed }) } as PostCard)
  expect(client.getQueryData(feed)).toMatchObject({ pages: [[{ [name]: changed }]] })
  expect(client.getQueryData(page)).toMatchObject({ [name]: changed })
})

test('updates pages with the whole prompt and lists with the cut one, and keeps votes', () => {
  const client = new QueryClient()
  client.setQueryData(feed, {
    pages: [[aPost({ score: 4, myVote: 1 }), aPost({ id: 8 })]],
    pageParams: [''],
  })
  client.setQueryData(page, aPost({ comments: [] }))
  client.setQueryData(search, { pages: [[aPost({ marked: { title: '\uE000Old\uE001' } })]] })
  client.setQueryData(reveal, { prompt: 'old' })
  const prompt = '𝒳'.repeat(2_001)
  patchCachedPost(client, {
    ...aPost({ title: 'New', prompt, promptLength: 2_001, score: 0, myVote: 0 }),
  } as PostCard)
  const list = { title: 'New', prompt: '𝒳'.repeat(2_000), promptLength: 2_001, promptTruncated: true }
  expect(client.getQueryData(feed)).toMatchObject({
    pages: [[{ ...list, score: 4, myVote: 1 }, { title: 'Old' }]],
  })
  expect(client.getQueryData(page)).toMatchObject({ title: 'New', prompt, promptTruncated: false })
  expect(client.getQueryData(reveal)).toEqual({ prompt })
  expect(client.getQueryData(revealQuery(8).queryKey)).toBeUndefined()
  expect(client.getQueryData(search)).toMatchObject({ pages: [[{ ...list, marked: { title: 'New' } }]] })
})

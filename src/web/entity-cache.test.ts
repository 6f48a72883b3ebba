import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isComment } from '#features/comments/contract.ts'
import { isPost } from '#features/posts/contract.ts'
import { patchCachedEntity } from './entity-cache.ts'

const aPost = (id: number, more = {}) => ({ id, promptLength: 3, score: 1, user: { id: 7 }, ...more })

const aClient = () => {
  const client = new QueryClient()
  client.setQueryData(['feed'], { pages: [[aPost(7), aPost(8)], [aPost(9)]], pageParams: ['', 'x'] })
  client.setQueryData(['profile', 'ann'], {
    pages: [{ user: { id: 7 }, posts: [aPost(7)] }],
    pageParams: [''],
  })
  client.setQueryData(
    ['post', 7],
    aPost(7, {
      comments: [{ id: 11, parentId: null, score: 0, replies: [{ id: 12, parentId: 11, score: 0 }] }],
    }),
  )
  client.setQueryData(['users'], [{ id: 7, score: 5 }])
  return client
}

const scored = (item: { score: number }) => ({ ...item, score: item.score + 1 })

test('changes every copy of a post, but nothing else with the same id', () => {
  const client = aClient()
  patchCachedEntity(client, isPost(7), scored)
  expect(client.getQueryData(['feed'])).toMatchObject({
    pages: [[{ score: 2 }, { score: 1 }], [{ score: 1 }]],
  })
  expect(client.getQueryData(['profile', 'ann'])).toMatchObject({ pages: [{ posts: [{ score: 2 }] }] })
  expect(client.getQueryData(['post', 7])).toMatchObject({ score: 2 })
  expect(client.getQueryData(['users'])).toEqual([{ id: 7, score: 5 }])
})

test('changes a reply deep in a tree', () => {
  const client = aClient()
  patchCachedEntity(client, isComment(12), scored)
  expect(client.getQueryData(['post', 7])).toMatchObject({
    comments: [{ score: 0, replies: [{ score: 1 }] }],
  })
})

test('objects without a copy keep their identity and update time', () => {
  const client = aClient()
  const had = client.getQueryData(['feed'])
  const { dataUpdatedAt } = client.getQueryState(['post', 7]) ?? {}
  patchCachedEntity(client, isComment(12), scored)
  expect(client.getQueryData(['feed'])).toBe(had)
  expect(client.getQueryState(['post', 7])?.dataUpdatedAt).toBe(dataUpdatedAt)
})

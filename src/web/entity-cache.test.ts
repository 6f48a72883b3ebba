import { dehydrate, hydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { bookmarksQuery } from '#features/bookmarks/web/queries.ts'
import {
  conversationQuery,
  justPostedCommentsQuery,
  moreCommentsQuery,
} from '#features/comments/web/queries.ts'
import { privatePostsQuery } from '#features/feeds/web/private-posts/queries.ts'
import { feedQuery } from '#features/feeds/web/queries.ts'
import { editablePostQuery, postBySlugQuery, postQuery } from '#features/posts/web/queries.ts'
import { leaderboardQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { profileQuery } from '#features/profiles/web/queries.ts'
import { searchQuery } from '#features/search/web/queries.ts'
import {
  entityQueryFilter,
  findEntity,
  invalidateEntity,
  invalidateLists,
  patchEntity,
} from './entity-cache.ts'

const feed = feedQuery({ sortBy: 'new', ...noPostFilters }).queryKey
const followed = feedQuery({ sortBy: 'new', ...noPostFilters, isFollowing: true }).queryKey
const search = searchQuery({ q: 'cats', ...noPostFilters }).queryKey
const profile = profileQuery('ann').queryKey
const page = postQuery(7).queryKey
const more = moreCommentsQuery({ id: 7, privateId: null }, { sort: 'top', parentId: null }).queryKey

const aPost = (id: number, more = {}) => ({ id, score: 1, user: { id: 3 }, ...more })
const aComment = (id: number, replies: object[] = []) => ({ id, score: 0, user: { id: 3 }, replies })
const pagesOf = (...pages: unknown[]) => ({ pages, pageParams: pages.map(() => '') })

const clientWith = (...entries: [QueryKey, unknown][]) => {
  const client = new QueryClient()
  for (const [key, data] of entries) client.setQueryData(key, data)
  return client
}

const aClient = () =>
  clientWith(
    [feed, pagesOf([aPost(7), aPost(8)], [aPost(9)])],
    [profile, pagesOf({ id: 3, karma: 5, posts: [aPost(7)] })],
    [page, aPost(7, { comments: [aComment(11, [aComment(12)])] })],
    [leaderboardQuery('all').queryKey, { topUsers: [{ id: 7, score: 5 }], currentUser: null }],
  )

const scored = <T extends { score: number }>(item: T): T => ({ ...item, score: item.score + 1 })

it('changes every copy of a post, but nothing else with the same id', () => {
  const client = aClient()
  patchEntity(client, 'post', 7, scored)
  expect(client.getQueryData<unknown>(feed)).toMatchObject({
    pages: [[{ score: 2 }, { score: 1 }], [{ score: 1 }]],
  })
  expect(client.getQueryData<unknown>(profile)).toMatchObject({ pages: [{ posts: [{ score: 2 }] }] })
  expect(client.getQueryData<unknown>(page)).toMatchObject({ score: 2 })
  expect(client.getQueryData<unknown>(leaderboardQuery('all').queryKey)).toMatchObject({
    topUsers: [{ score: 5 }],
  })
})

it('changes a reply deep in a tree', () => {
  const client = aClient()
  patchEntity(client, 'comment', 12, scored)
  expect(client.getQueryData<unknown>(page)).toMatchObject({
    comments: [{ score: 0, replies: [{ score: 1 }] }],
  })
})

it('changes a member, but not the posts on the same page', () => {
  const client = clientWith([profile, pagesOf({ id: 3, karma: 5, posts: [aPost(3)] })])
  patchEntity(client, 'member', 3, (member) => ({ ...member, karma: member.karma + 1 }))
  expect(client.getQueryData<unknown>(profile)).toMatchObject({ pages: [{ karma: 6, posts: [aPost(3)] }] })
})

it.each<[QueryKey, unknown]>([
  [feed, pagesOf([], [aPost(7)])],
  [followed, pagesOf([aPost(7)])],
  [privatePostsQuery.queryKey, pagesOf([aPost(7)])],
  [bookmarksQuery('').queryKey, pagesOf([aPost(7)])],
  [search, pagesOf([aPost(7)])],
  [profile, pagesOf({ id: 3, posts: [] }, { id: 3, posts: [aPost(7)] })],
  [postBySlugQuery('topic', 'slug').queryKey, aPost(7, { comments: [] })],
])('finds a post in the data of %j', (key, data) => {
  expect(findEntity(clientWith([key, data]), 'post', 7)).toEqual(expect.objectContaining({ id: 7, score: 1 }))
})

it.each<[QueryKey, unknown]>([
  [more, pagesOf({ comments: [aComment(11, [aComment(12)])], after: null })],
  [conversationQuery({ id: 7, privateId: null }, 12).queryKey, { comments: [aComment(12)], after: null }],
  [justPostedCommentsQuery(7).queryKey, [aComment(11, [aComment(12)])]],
])('finds a comment in the data of %j', (key, data) => {
  expect(findEntity(clientWith([key, data]), 'comment', 12)).toEqual(aComment(12))
})

it('finds nothing in a conversation that does not exist', () => {
  const { queryKey } = conversationQuery({ id: 7, privateId: null }, 12)
  expect(findEntity(clientWith([queryKey, null]), 'comment', 12)).toBeUndefined()
})

it('does not change the post that a form is editing', () => {
  const client = clientWith([editablePostQuery(7).queryKey, aPost(7, { comments: [] })])
  patchEntity(client, 'post', 7, scored)
  expect(client.getQueryData<unknown>(editablePostQuery(7).queryKey)).toMatchObject({ score: 1 })
})

it('changes data that was rendered on the server', () => {
  const client = new QueryClient()
  hydrate(client, JSON.parse(JSON.stringify(dehydrate(aClient()))))
  patchEntity(client, 'post', 9, scored)
  expect(client.getQueryData<unknown>(feed)).toMatchObject({ pages: [[{}, {}], [{ score: 2 }]] })
})

it('keeps the identity of objects without a copy, and the update time', () => {
  const client = aClient()
  const before = client.getQueryData(feed)
  const { dataUpdatedAt } = client.getQueryState(page) ?? {}
  patchEntity(client, 'comment', 12, scored)
  expect(client.getQueryData(feed)).toBe(before)
  expect(client.getQueryState(page)?.dataUpdatedAt).toBe(dataUpdatedAt)
})

it('keeps invalidated data invalidated', async () => {
  const client = aClient()
  await invalidateEntity(client, 'post', 7)
  patchEntity(client, 'post', 7, scored)
  expect(client.getQueryState(page)?.isInvalidated).toBe(true)
  expect(client.getQueryState(feed)?.isInvalidated).toBe(false)
})

it('filters the queries that show an entity, but not the lists that contain it', () => {
  const client = aClient()
  const keysShowing = (kind: 'post' | 'member', id: number) =>
    client
      .getQueryCache()
      .findAll(entityQueryFilter(kind, id))
      .map(({ queryKey }) => queryKey)
  expect(keysShowing('post', 7)).toEqual([page])
  expect(keysShowing('post', 8)).toEqual([])
  expect(keysShowing('member', 3)).toEqual([profile])
})

it('invalidates the queries that depend on a list', async () => {
  const client = aClient()
  client.setQueryData(followed as QueryKey, pagesOf([aPost(7)]))
  const invalidated = () =>
    client
      .getQueryCache()
      .findAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey)
  await invalidateLists(client, 'followed-posts')
  expect(invalidated()).toEqual([followed])
  await invalidateLists(client, 'stats')
  expect(invalidated()).toEqual([profile, leaderboardQuery('all').queryKey, followed])
  await invalidateLists(client, 'topics')
  expect(invalidated()).toEqual([feed, profile, leaderboardQuery('all').queryKey, followed])
})

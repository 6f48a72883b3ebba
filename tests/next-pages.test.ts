import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from './support/app.ts'
import {
  seedApiToken,
  seedComment,
  seedPost,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
  seedVersion,
} from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const member = await seedUser(database)
const headers = await seedApiToken(database, member, ['read', 'private'])
const topic = await seedTopic(database)
const posts: Awaited<ReturnType<typeof seedPost>>[] = []
for (let index = 0; index < 5; index += 1)
  posts.push(await seedPost(database, { by: member, topic, title: `Numbat ${index}`, tags: ['ants'] }))
const post = posts[0] as (typeof posts)[number]

/** Follows the links of a list from page to page, and returns what each page contains. */
const readPages = async (url: string, by = headers): Promise<{ sizes: number[]; ids: unknown[] }> => {
  const sizes: number[] = []
  const ids: unknown[] = []
  let next: string | undefined = url
  while (next && sizes.length < 10) {
    const response: LightMyRequestResponse = await app.inject({ url: next, headers: by })
    expect([next, response.statusCode]).toEqual([next, 200])
    const body = response.json()
    const items = (Array.isArray(body) ? body : Object.values(body).find(Array.isArray)) as object[]
    sizes.push(items.length)
    ids.push(...items.map((item) => JSON.stringify(item)))
    next = /^<([^<>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return { sizes, ids }
}

it.each([
  ['the feed', '/api/posts?limit=2'],
  ['the best posts of a period', '/api/posts?limit=2&sortBy=top&window=month'],
  ['a tag', '/api/posts?limit=2&tag=ants'],
  ['a topic', `/api/topics/${topic.slug}/posts?limit=2`],
  ['a profile', `/api/users/${member.username}?limit=2`],
  ['a search', '/api/search?q=numbat&limit=2'],
])('links from each page of %s to the next', async (_, url) => {
  const { sizes, ids } = await readPages(url)
  expect(sizes).toEqual([2, 2, 1])
  expect(new Set(ids).size).toBe(5)
})

it('links from each page of what belongs to the member to the next', async () => {
  for (const [index, { id }] of posts.entries()) {
    const at = new Date(Date.now() - index * 1_000)
    await sql`insert into user_post_bookmarks (user_id, post_id, created_at) values (${member.id}, ${id}, ${at})`
    await sql`
      insert into notifications (user_id, type, post_id, from_user_id, created_at)
      values (${member.id}, 'upvote', ${id}, ${member.id}, ${at})`
    await sql`
      insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt) values (${member.id}, 'a', 'b')`
    await seedPost(database, { by: member, isPrivate: true })
  }
  for (const url of ['bookmarks', 'private-posts', 'optimizations'])
    expect([url, (await readPages(`/api/user/${url}?limit=2`)).sizes]).toEqual([url, [2, 2, 1]])
  expect((await readPages('/api/notifications?limit=2')).sizes).toEqual([2, 2, 1])
})

it('links from each page of decisions about the member, and of appeals, to the next', async () => {
  for (let index = 0; index < 5; index += 1)
    await sql`
      with opened as (
        insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, is_open)
        values ('post', ${post.id}, ${member.id}, 'A title', false) returning id),
      decided as (
        insert into moderation_decisions (case_id, action, reason, moderator_name, moderator_role)
        select id, 'warn', 'Something else', 'ada', 'admin' from opened returning id)
      insert into appeals (decision_id, member_id, words) select id, ${member.id}, 'No' from decided`
  expect((await readPages('/api/user/decisions?limit=2')).sizes).toEqual([2, 2, 1])
  const reader = await seedApiToken(database, await seedUser(database), ['read'])
  expect((await readPages('/api/moderation-log?limit=2', reader)).sizes).toEqual([2, 2, 1])
  const admin = await seedUser(database, { isAdmin: true })
  const staff = await seedApiToken(database, admin, ['admin'])
  for (const state of ['open', 'answered']) {
    const { sizes, ids } = await readPages(`/api/moderation/appeals?limit=2&state=${state}`, staff)
    expect([sizes, new Set(ids).size]).toEqual([[2, 2, 1], 5])
    await sql`update appeals set is_granted = false, answered_at = now()`
  }
})

it('links from pages of fixed sizes to the next', async () => {
  for (let index = 0; index < 60; index += 1) {
    await seedComment(database, { on: post, by: member })
    await seedVersion(database, post, index + 1)
    await seedSuggestedEdit(database, post, await seedUser(database))
  }
  for (const url of [
    `/api/posts/${post.id}/comments`,
    `/api/posts/${post.id}/versions`,
    `/api/posts/${post.id}/suggested-edits`,
    `/api/users/${member.username}/comments`,
  ]) {
    const { sizes, ids } = await readPages(url)
    expect([url, sizes.length > 1, ids.length, new Set(ids).size]).toEqual([url, true, 60, 60])
  }
})

it('keeps declared parameters only, without the offset, and is sent to visitors from the cache', async () => {
  const send = () => app.inject('/api/posts?limit=1&offset=1&sortBy=new&utm_source=%3C%3E&types=Text')
  const first = await send()
  expect(first.headers.link).toMatch(
    /^<\/api\/posts\?limit=1&sortBy=new&types=Text&after=\d+_\d+_\d+>; rel="next"$/,
  )
  expect((await send()).headers.link).toBe(first.headers.link)
  expect((await app.inject('/api/posts?limit=50')).headers.link).toBeUndefined()
})

it('declares the next page of every list with a cursor', () => {
  const lists = [...app.endpointServices.localEndpoints.values()].filter(
    ({ endpoint: { query } }) =>
      query instanceof z.ZodMiniObject && ('after' in query.shape || 'before' in query.shape),
  )
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.filter(({ endpoint }) => !endpoint.next).map(({ endpoint }) => endpoint.path)).toEqual([])
})

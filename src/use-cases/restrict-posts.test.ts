import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { indexQueuedPosts } from './index-queued-posts.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const aMember = async (fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { ...user, headers: await seedSession(database, user) }
}
type Headers = Record<string, string>
const status = async (url: string, headers: Headers = {}) => (await app.inject({ url, headers })).statusCode
const write = async (
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  body: object = {},
) => {
  const response = await app.inject({ method, url, headers, body })
  return { status: response.statusCode, body: response.json() }
}
const rowOf = async (id: number) => {
  const [row] = await sql`
    select topic_id, is_private, private_id, seo_slug, public_version, public_since, created_at, restriction, restricted_since from posts
    where id = ${id}`
  return row
}
const restrict = (id: number, reason: Parameters<typeof restrictPosts>[2]) =>
  sql.begin((tx) => restrictPosts(tx, [id], reason))
const lift = (id: number) => sql.begin((tx) => liftRestrictions(tx, [id]))

const author = await aMember()
const reader = await aMember()
const topic = await seedTopic(database)
const other = await seedTopic(database)
const moderator = await aMember({ isModerator: true })
const ofTopic = await aMember({ moderatedTopics: [topic.id] })
const ofOther = await aMember({ moderatedTopics: [other.id] })
const admin = await aMember({ isAdmin: true })

describe('a restricted post', () => {
  it('is seen by its author and those who look after it only, and comes back as it was with every count', async () => {
    const post = await seedPost(database, { by: author, topic, title: 'Secrettitle' })
    await recomputeCounts(sql)
    await write('POST', '/api/votes', reader.headers, { postId: post.id, value: 1 })
    await write('POST', `/api/posts/${post.id}/bookmark`, reader.headers)
    await write('POST', '/api/comments', reader.headers, { postId: post.id, content: 'Nice' })
    const before = await rowOf(post.id)
    await restrict(post.id, 'removed')
    await indexQueuedPosts(sql)
    expect(await verifyCounts(sql)).toEqual([])
    const url = `/api/posts/${post.id}`
    expect(
      await Promise.all(
        [
          {},
          reader.headers,
          ofOther.headers,
          author.headers,
          ofTopic.headers,
          moderator.headers,
          admin.headers,
        ].map((headers) => status(url, headers)),
      ),
    ).toEqual([404, 404, 404, 200, 200, 200, 200])
    for (const headers of [reader.headers, moderator.headers]) {
      const found = await app.inject({ url: '/api/search?q=secrettitle', headers })
      expect(found.json()).toEqual([])
      expect((await app.inject({ url: '/api/user/bookmarks', headers })).body).not.toContain('Secrettitle')
    }
    expect((await app.inject(`/api/topics/${topic.slug}/posts`)).body).not.toContain('Secrettitle')
    await lift(post.id)
    await indexQueuedPosts(sql)
    expect(await rowOf(post.id)).toEqual(before)
    expect(await verifyCounts(sql)).toEqual([])
    expect((await app.inject('/api/search?q=secrettitle')).json()).toHaveLength(1)
  })

  it('cannot be opened by its private link, and can again after it was given back', async () => {
    const post = await seedPost(database, { by: author, isPrivate: true })
    const [{ privateId } = { privateId: '' }] = await sql<{ privateId: string }[]>`
      select private_id from posts where id = ${post.id}`
    const urls = [`/api/private/${privateId}`, `/api/private/${privateId}/comments`]
    await status(`/api/private/${privateId}`, reader.headers)
    await restrict(post.id, 'reported')
    const newcomer = await aMember()
    for (const { headers } of [{ headers: {} }, reader, newcomer, ofTopic])
      expect(await Promise.all(urls.map((url) => status(url, headers)))).toEqual([404, 404])
    expect(await status(`/api/posts/${post.id}`, reader.headers)).toBe(404)
    expect(await Promise.all(urls.map((url) => status(url, author.headers)))).toEqual([200, 200])
    await lift(post.id)
    expect(await Promise.all(urls.map((url) => status(url)))).toEqual([200, 200])
    expect(await status(`/api/posts/${post.id}`, reader.headers)).toBe(200)
    expect(await status(`/api/posts/${post.id}`, newcomer.headers)).toBe(404)
  })

  it('cannot be published, and a removed one cannot be edited', async () => {
    const post = await seedPost(database, { by: author, topic })
    await restrict(post.id, 'removed')
    const publish = await write('PATCH', '/api/user/posts', author.headers, {
      ids: [post.id],
      isPrivate: false,
    })
    expect(publish.body.failed).toMatchObject([{ id: post.id, code: 'post-restricted' }])
    const edit = await write('PATCH', `/api/posts/${post.id}`, author.headers, { title: 'Other' })
    expect([edit.status, edit.body.code]).toEqual([409, 'post-restricted'])
    expect((await rowOf(post.id))?.restriction).toBe('removed')
    expect((await write('DELETE', `/api/posts/${post.id}`, author.headers)).status).toBe(200)
  })

  it('is given back by an edit if it is hidden until one, and not if reports have hidden it', async () => {
    const post = await seedPost(database, { by: author, topic })
    await recomputeCounts(sql)
    await restrict(post.id, 'reported')
    await write('PATCH', `/api/posts/${post.id}`, author.headers, { title: 'Better' })
    expect((await rowOf(post.id))?.restriction).toBe('reported')
    await restrict(post.id, 'hidden')
    await write('PATCH', `/api/posts/${post.id}`, author.headers, { title: 'Even better' })
    expect(await rowOf(post.id)).toMatchObject({ restriction: null, isPrivate: false, topicId: topic.id })
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('comes back without its topic if that was deleted meanwhile', async () => {
    const gone = await seedTopic(database)
    const post = await seedPost(database, { by: author, topic: gone })
    await restrict(post.id, 'hidden')
    await write('DELETE', `/api/admin/topics/${gone.id}`, admin.headers)
    await lift(post.id)
    expect(await rowOf(post.id)).toMatchObject({ restriction: null, isPrivate: false, topicId: null })
    await recomputeCounts(sql)
  })

  it('is as new as if it were published now if it has waited for its first look', async () => {
    const post = await seedPost(database, { by: author })
    await sql`update posts set created_at = now() - interval '3 days' where id = ${post.id}`
    await restrict(post.id, 'waiting')
    await lift(post.id)
    const created = (await rowOf(post.id))?.createdAt as Date
    // The post is three days old otherwise.
    expect(Date.now() - created.getTime()).toBeLessThan(60_000)
  })
})

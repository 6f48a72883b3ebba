import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const adminUser = await seedUser(database, { isAdmin: true })
const admin = await seedSession(database, adminUser)
const reason = 'It names a person'

const send = async (method: string, url: string, payload?: object, headers: object = admin) => {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: headers as Record<string, string>,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

it('removes a post with its counts, and shows the author the reason until they dismiss it', async () => {
  const author = await seedUser(database)
  const authorHeaders = await seedSession(database, author)
  const post = await seedPost(database, { by: author, title: 'Too much' })
  await seedComment(database, { on: post })
  const remainingPost = await seedPost(database, { by: author, title: 'Just right' })
  await recomputeCounts(sql)
  const other = await seedSession(database, await seedUser(database, { isAdmin: true }))
  const both = await Promise.all(
    [admin, other].map((by) => send('DELETE', `/api/admin/posts/${post.id}`, { reason }, by)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await send('GET', `/api/posts/${post.id}`, undefined, {})).status).toBe(404)
  expect((await send('GET', `/api/posts/${remainingPost.id}`)).status).toBe(200)
  expect(await verifyCounts(sql)).toEqual([])
  expect((await send('GET', '/api/auth/me', undefined, authorHeaders)).body.hasRemovals).toBe(true)
  const others = await seedSession(database, await seedUser(database))
  expect((await send('GET', '/api/auth/me', undefined, others)).body.hasRemovals).toBe(false)
  const [notice, ...more] = (await send('GET', '/api/user/removals', undefined, authorHeaders)).body
  expect(notice).toMatchObject({ kind: 'post', excerpt: 'Too much', reason })
  expect(more).toEqual([])
  // Only the author can dismiss the notice; the same request from anyone else has no effect.
  expect((await send('DELETE', `/api/user/removals/${notice.id}`)).status).toBe(200)
  expect((await send('GET', '/api/user/removals', undefined, authorHeaders)).body).toHaveLength(1)
  for (const _ of [1, 2])
    expect((await send('DELETE', `/api/user/removals/${notice.id}`, undefined, authorHeaders)).status).toBe(
      200,
    )
  expect((await send('GET', '/api/auth/me', undefined, authorHeaders)).body.hasRemovals).toBe(false)
  expect((await send('GET', '/api/admin/acts?q=too%20much')).body).toMatchObject([
    { action: 'remove-post', reason, before: { excerpt: 'Too much', userId: author.id } },
  ])
})

it('stores the rule on which a removal or mute rests, for the statement and the log, and refuses an unknown one', async () => {
  const post = await seedPost(database)
  const comment = await seedComment(database, { on: await seedPost(database) })
  await recomputeCounts(sql)
  const [rule] = (await send('GET', '/api/report-reasons')).body
  for (const url of [`/api/admin/posts/${post.id}`, `/api/admin/comments/${comment.id}`]) {
    const refused = await send('DELETE', url, { reason, rule: 'I dislike it' })
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'rule' }] } })
    expect((await send('DELETE', url, { reason, rule })).status).toBe(200)
  }
  const { id } = await seedUser(database)
  const mute = (name: string) => send('PATCH', `/api/admin/users/${id}/mute?rule=${encodeURIComponent(name)}`)
  expect(await mute('I dislike it')).toMatchObject({ status: 400, body: { issues: [{ path: 'rule' }] } })
  expect((await mute(rule)).status).toBe(200)
  const log = (await send('GET', '/api/moderation-log?limit=3', undefined, {})).body
  expect(log).toMatchObject([
    { subjectKind: 'member', action: 'mute', reason: rule },
    { subjectKind: 'comment', action: 'remove', reason: rule },
    { subjectKind: 'post', action: 'remove', reason: rule },
  ])
})

it('dismisses each notice separately', async () => {
  const author = await seedUser(database)
  const authorHeaders = await seedSession(database, author)
  const posts = [
    await seedPost(database, { by: author, title: 'One' }),
    await seedPost(database, { by: author, title: 'Two' }),
  ]
  await recomputeCounts(sql)
  for (const { id } of posts) await send('DELETE', `/api/admin/posts/${id}`, { reason })
  const [first] = (await send('GET', '/api/user/removals', undefined, authorHeaders)).body
  expect((await send('DELETE', `/api/user/removals/${first.id}`, undefined, authorHeaders)).status).toBe(200)
  expect((await send('GET', '/api/user/removals', undefined, authorHeaders)).body).toMatchObject([
    { excerpt: 'Two' },
  ])
})

it('keeps a removed comment as [deleted] if it has replies', async () => {
  const author = await seedUser(database)
  const post = await seedPost(database)
  await seedComment(database, { on: await seedPost(database), content: 'Kind words' })
  const comment = await seedComment(database, { on: post, by: author, content: 'Rude words' })
  await seedComment(database, { on: post, parent: comment })
  await recomputeCounts(sql)
  expect((await send('DELETE', `/api/admin/comments/${comment.id}`, { reason })).status).toBe(200)
  expect((await send('DELETE', `/api/admin/comments/${comment.id}`, { reason })).status).toBe(404)
  expect((await send('GET', `/api/posts/${post.id}`)).body.comments).toMatchObject([
    { isDeleted: true, content: '[deleted]', replies: [{ isDeleted: false }] },
  ])
  expect(await verifyCounts(sql)).toEqual([])
  expect(await sql`select excerpt, reason from moderation_notices where user_id = ${author.id}`).toEqual([
    { excerpt: 'Rude words', reason },
  ])
})

it.each([
  [{}, 'A reason is required'],
  [{ reason: ' \n ' }, 'A reason is required'],
  [{ reason: '🦆'.repeat(501) }, 'The reason must be at most 500 characters'],
])('%#: removes nothing without a valid reason', async (body, message) => {
  const post = await seedPost(database)
  expect(await send('DELETE', `/api/admin/posts/${post.id}`, body)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'reason', message }] },
  })
  expect((await send('GET', `/api/posts/${post.id}`)).status).toBe(200)
})

it('creates no notice when admins remove their own content', async () => {
  const post = await seedPost(database, { by: adminUser })
  await recomputeCounts(sql)
  expect((await send('DELETE', `/api/admin/posts/${post.id}`, { reason })).status).toBe(200)
  expect((await send('GET', '/api/user/removals')).body).toEqual([])
})

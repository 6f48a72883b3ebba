import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { isQuietFor } from './quiet-hours-query.ts'
import { readClocks } from './time-zones.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const aMember = async () => {
  const user = await seedUser(database)
  return { ...user, headers: await seedSession(database, user) }
}
const QUIET = '/api/notifications/quiet-hours'

it('stores quiet hours, changes and removes them, and exports them with the account', async () => {
  const { headers } = await aMember()
  expect((await send('GET', QUIET, headers)).body).toEqual({ quietHours: null })
  const quietHours = { fromMinute: 1_320, toMinute: 420, timeZone: 'Europe/Berlin' }
  for (const hours of [quietHours, { ...quietHours, toMinute: 0 }]) {
    expect(await send('PUT', QUIET, headers, { quietHours: hours })).toEqual({
      status: 200,
      body: { quietHours: hours },
    })
    expect((await send('GET', QUIET, headers)).body).toEqual({ quietHours: hours })
  }
  expect((await send('GET', '/api/user/export', headers)).body.quietHours).toMatchObject([
    { fromMinute: 1_320, toMinute: 0, timeZone: 'Europe/Berlin' },
  ])
  await send('PUT', QUIET, headers, { quietHours: null })
  expect((await send('GET', QUIET, headers)).body).toEqual({ quietHours: null })
})

it.each([
  { fromMinute: 60, toMinute: 60, timeZone: 'UTC' },
  { fromMinute: -1, toMinute: 60, timeZone: 'UTC' },
  { fromMinute: 0, toMinute: 1_440, timeZone: 'UTC' },
  { fromMinute: 0, toMinute: 60, timeZone: 'Mars/Olympus' },
  { fromMinute: 0, toMinute: 60, timeZone: '' },
  { fromMinute: 0, toMinute: 60, timeZone: '+05:30' },
])('refuses the quiet hours %o', async (quietHours) => {
  const { headers } = await aMember()
  expect((await send('PUT', QUIET, headers, { quietHours })).body.code).toBe('validation-failed')
})

it.each([
  ['within hours', -30, 30, true],
  ['after hours', -60, -30, false],
  ['before hours', 30, 60, false],
  ['within hours that span midnight', -30, -60, true],
  ['outside hours that span midnight', 30, -30, false],
])('is quiet or not %s', async (_, from, to, isQuiet) => {
  const user = await seedUser(database)
  const minuteIn = (offset: number) => sql`
    mod((extract(epoch from (now() at time zone 'Asia/Kolkata')::time) / 60)::integer + ${offset}::integer + 1440, 1440)`
  await sql`
    insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
    values (${user.id}, ${minuteIn(from)}, ${minuteIn(to)}, 'Asia/Kolkata')`
  const clocks = readClocks(['UTC', 'Asia/Kolkata'])
  expect(await sql`select ${isQuietFor(sql, sql`${user.id}::integer`, clocks)} as is_quiet`).toEqual([
    { isQuiet },
  ])
})

it('of a muted post sends no notifications, and marks those that there are as read', async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const post = await seedPost(database, { by: author })
  const comment = await seedComment(database, { on: post, by: author })
  const url = `/api/posts/${post.id}/notification-mute`
  const vote = (target: object) => send('POST', '/api/votes', reader.headers, { ...target, value: 1 })
  const unread = async () => (await send('GET', '/api/notifications/unread-count', author.headers)).body.count
  await vote({ postId: post.id })
  expect([await unread(), (await send('GET', url, author.headers)).body]).toEqual([1, { isMuted: false }])
  for (const _ of [1, 2])
    expect(await send('PUT', url, author.headers)).toEqual({ status: 200, body: { isMuted: true } })
  expect([await unread(), (await send('GET', url, author.headers)).body]).toEqual([0, { isMuted: true }])
  const notify = async () => {
    await vote({ commentId: comment.id })
    await send('POST', '/api/comments', reader.headers, {
      postId: post.id,
      content: `Hello @${author.username}`,
    })
    await send('POST', `/api/posts/${post.id}/bookmark`, reader.headers)
    await send('POST', `/api/posts/${post.id}/suggested-edits`, reader.headers, {
      prompt: 'Better',
      reason: 'So',
    })
  }
  await notify()
  expect(await unread()).toBe(0)
  expect((await send('GET', '/api/user/export', author.headers)).body.mutedPosts).toMatchObject([
    { postId: post.id },
  ])
  expect((await send('GET', url, reader.headers)).body).toEqual({ isMuted: false })
  await send('DELETE', url, author.headers)
  await send('POST', '/api/comments', reader.headers, { postId: post.id, content: 'And once more' })
  expect(await unread()).toBe(1)
})

it('mutes no post that the member cannot see', async () => {
  const reader = await aMember()
  const post = await seedPost(database, { isPrivate: true })
  for (const method of ['GET', 'PUT'] as const)
    expect((await send(method, `/api/posts/${post.id}/notification-mute`, reader.headers)).body.code).toBe(
      'post-not-found',
    )
})

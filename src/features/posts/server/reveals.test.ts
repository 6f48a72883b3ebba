import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabaseWithClock } from '#tests/support/fixed-clock.ts'

// The counters are reset every day, so the test uses a fixed clock.
const { database, setClock } = await createTestDatabaseWithClock()
const { sql } = database
const app = await buildTestApp(database)

type Row = { id: number }
const reveal = async (headers: Record<string, string>, postId: unknown) => {
  const answer = await app.inject({ method: 'POST', url: '/api/user/reveal', headers, payload: { postId } })
  return { status: answer.statusCode, ...answer.json() }
}
const countsOf = async ({ id }: Row) => {
  const [row] = await sql`
    select daily_reveals, weekly_reveals, monthly_reveals, all_time_reveals from users where id = ${id}`
  return Object.values(row ?? {})
}

describe('Revealing a prompt', () => {
  it('returns the whole prompt, and counts repeated reveals once', async () => {
    const user = await seedUser(database, { isMuted: true })
    const headers = await seedSession(database, user)
    const post = await seedPost(database, { prompt: 'x'.repeat(150_000) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => reveal(headers, post.id)))
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, postId: post.id, prompt: 'x'.repeat(150_000) })
    expect(await countsOf(user)).toEqual([1, 1, 1, 1])
    expect(await sql`select 1 from post_reveals where post_id = ${post.id}`).toHaveLength(1)
  })

  it('counts simultaneous reveals of different posts, but never of your own', async () => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    const posts = await Promise.all(Array.from({ length: 8 }, () => seedPost(database)))
    const own = await seedPost(database, { by: user })
    await Promise.all([...posts, own].map(({ id }) => reveal(headers, id)))
    expect(await countsOf(user)).toEqual([8, 8, 8, 8])
  })

  it('is allowed for members who can see the post', async () => {
    const hidden = await seedPost(database, { isPrivate: true, prompt: 'Hidden' })
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    expect((await reveal({}, hidden.id)).status).toBe(401)
    expect(await reveal(headers, hidden.id)).toMatchObject({ status: 404, message: 'Post not found' })
    expect(await reveal(headers, 2_000_000_000)).toMatchObject({ status: 404, message: 'Post not found' })
    for (const id of ['1', 0, -1, 1.5, 2_147_483_648, null])
      expect((await reveal(headers, id)).status).toBe(400)
    expect(await countsOf(user)).toEqual([0, 0, 0, 0])
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers })
    expect((await reveal(headers, hidden.id)).prompt).toBe('Hidden')
    expect(await countsOf(user)).toEqual([1, 1, 1, 1])
    await sql`update users set profile_completed = false where id = ${user.id}`
    expect((await reveal(headers, hidden.id)).status).toBe(403)
  })
})

it('limits reveals per hour and member', async () => {
  const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.001' })
  const { id: postId } = await seedPost(database)
  const [headers, other] = [
    await seedSession(database, await seedUser(database)),
    await seedSession(database, await seedUser(database)),
  ]
  const ask = (as: typeof headers, remoteAddress = '192.0.2.1') =>
    limited.inject({
      method: 'POST',
      url: '/api/user/reveal',
      headers: as,
      payload: { postId },
      remoteAddress,
    })
  for (let n = 0; n < 3; n += 1) expect((await ask(headers)).statusCode).toBe(200)
  const refused = await ask(headers)
  expect([refused.statusCode, refused.json().message]).toEqual([429, expect.any(String)])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Uses another IP address because each one has its own limit.
  expect((await ask(other, '192.0.2.2')).statusCode).toBe(200)
})

// The dates are in the past, so sessions created at the real time do not count as expired.
describe('Reveal counters', () => {
  it.each([
    ['on the same day', '2025-07-02', '2025-07-02T00:00:00Z', [6, 6, 6, 6]],
    [
      'on the same day, a millisecond before midnight',
      '2025-07-02',
      '2025-07-02T23:59:59.999Z',
      [6, 6, 6, 6],
    ],
    ['the day before, of the same week and month', '2025-07-01', '2025-07-02T12:00:00Z', [1, 6, 6, 6]],
    ['the day before, which ended this moment', '2025-07-01', '2025-07-02T00:00:00Z', [1, 6, 6, 6]],
    ['on the Sunday before a Monday', '2025-07-06', '2025-07-07T00:00:00Z', [1, 1, 6, 6]],
    ['in the month before, in the same week', '2025-06-30', '2025-07-01T00:00:00Z', [1, 6, 1, 6]],
    ['in the year before, in the same week', '2024-12-31', '2025-01-01T00:00:00Z', [1, 6, 1, 6]],
    ['on the same day of the year before', '2024-07-02', '2025-07-02T12:00:00Z', [1, 1, 1, 6]],
  ])('last written %s restart if the day, ISO week or month has changed', async (...row) => {
    const [, last, now, expected] = row
    const user = await seedUser(database)
    await sql`
      update users set daily_reveals = 5, weekly_reveals = 5, monthly_reveals = 5, all_time_reveals = 5,
        reveals_counted_on = ${last} where id = ${user.id}`
    const headers = await seedSession(database, user)
    await setClock(now)
    expect((await reveal(headers, (await seedPost(database)).id)).status).toBe(200)
    expect(await countsOf(user)).toEqual(expected)
  })
})

describe('isRevealed', () => {
  const cardOf = async (url: string, id: number, headers: Record<string, string>) => {
    const answer = (await app.inject({ url, headers })).json()
    return Array.isArray(answer) ? answer.find((card: Row) => card.id === id) : answer
  }

  it('is true for your own posts, those you bookmarked and those you revealed once', async () => {
    const [me, other] = [await seedUser(database), await seedUser(database)]
    const headers = await seedSession(database, me)
    const own = await seedPost(database, { by: me })
    const [bookmarked, seen, unseen] = [
      await seedPost(database),
      await seedPost(database),
      await seedPost(database),
    ]
    await app.inject({ method: 'POST', url: `/api/posts/${bookmarked.id}/bookmark`, headers })
    await reveal(headers, seen.id)
    // Another member's reveals and bookmarks do not reveal the post to this member.
    const theirs = await seedSession(database, other)
    await reveal(theirs, unseen.id)
    await app.inject({ method: 'POST', url: `/api/posts/${unseen.id}/bookmark`, headers: theirs })
    for (const { post, is } of [
      { post: own, is: true },
      { post: bookmarked, is: true },
      { post: seen, is: true },
      { post: unseen, is: false },
    ])
      for (const url of ['/api/posts?limit=49', `/api/posts/${post.id}`]) {
        expect(await cardOf(url, post.id, headers)).toMatchObject({ isRevealed: is })
        expect(await cardOf(url, post.id, {})).toMatchObject({ isRevealed: false })
      }
    await app.inject({ method: 'DELETE', url: `/api/posts/${bookmarked.id}/bookmark`, headers })
    expect(await cardOf('/api/posts', bookmarked.id, headers)).toMatchObject({ isRevealed: false })
  })

  it("adds no reveal when an author's own post is read", async () => {
    const me = await seedUser(database)
    const headers = await seedSession(database, me)
    const own = await seedPost(database, { by: me })
    await cardOf('/api/posts', own.id, headers)
    await cardOf(`/api/posts/${own.id}`, own.id, headers)
    await reveal(headers, own.id)
    expect(await sql`select 1 from post_reveals where post_id = ${own.id}`).toHaveLength(0)
  })

  it('keeps cutting the prompt to 150 characters for visitors', async () => {
    const post = await seedPost(database, { prompt: 'x'.repeat(5_000) })
    await reveal(await seedSession(database, await seedUser(database)), post.id)
    expect((await cardOf(`/api/posts/${post.id}`, post.id, {})).prompt).toBe('x'.repeat(150))
  })
})

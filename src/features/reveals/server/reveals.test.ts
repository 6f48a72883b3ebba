import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aPost, aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const { sql } = database
const app = await testApp(database)

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
  it('answers it whole, and counts it once however often it is asked', async () => {
    const user = await aUser(database, { isMuted: true })
    const headers = await aSession(database, user)
    const post = await aPost(database, { prompt: 'x'.repeat(150_000) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => reveal(headers, post.id)))
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, postId: post.id, prompt: 'x'.repeat(150_000) })
    expect(await countsOf(user)).toEqual([1, 1, 1, 1])
    expect(await sql`select 1 from post_reveals where post_id = ${post.id}`).toHaveLength(1)
  })

  it('counts different posts asked at once, and never one of ones own', async () => {
    const user = await aUser(database)
    const headers = await aSession(database, user)
    const posts = await Promise.all(Array.from({ length: 8 }, () => aPost(database)))
    const own = await aPost(database, { by: user })
    await Promise.all([...posts, own].map(({ id }) => reveal(headers, id)))
    expect(await countsOf(user)).toEqual([8, 8, 8, 8])
  })

  it('is for members who may know of the post', async () => {
    const hidden = await aPost(database, { isPrivate: true, prompt: 'Hidden' })
    const user = await aUser(database)
    const headers = await aSession(database, user)
    expect((await reveal({}, hidden.id)).status).toBe(401)
    expect(await reveal(headers, hidden.id)).toEqual({ status: 404, message: 'Post not found' })
    expect(await reveal(headers, 2_000_000_000)).toEqual({ status: 404, message: 'Post not found' })
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

it('Revealing has a limit an hour, for one member', async () => {
  const limited = await testApp(database, { RATE_LIMIT_SCALE: '0.001' })
  const { id: postId } = await aPost(database)
  const [headers, other] = [
    await aSession(database, await aUser(database)),
    await aSession(database, await aUser(database)),
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
  // From elsewhere: an address has a limit of its own.
  expect((await ask(other, '192.0.2.2')).statusCode).toBe(200)
})

describe('Reveal counters', () => {
  it.each([
    ['the same day', 'day', [6, 6, 6, 6]],
    ['an earlier day of the same week and month, or of neither', "day - interval '1 day'", null],
    ['an earlier month', "date_trunc('month', day) - interval '1 day'", null],
    ['an earlier week', "date_trunc('week', day) - interval '1 day'", null],
    ['an earlier year', "day - interval '366 days'", [1, 1, 1, 6]],
  ])(
    'that were last written %s begin anew where the day, ISO week or month is another',
    async (_, when, known) => {
      const user = await aUser(database)
      await sql`
      update users set daily_reveals = 5, weekly_reveals = 5, monthly_reveals = 5, all_time_reveals = 5,
        reveals_counted_on = ${sql.unsafe(when)}
      from (select (now() at time zone 'utc')::date as day) today where id = ${user.id}`
      const [last] = await sql<
        { day: Date }[]
      >`select reveals_counted_on as day from users where id = ${user.id}`
      await reveal(await aSession(database, user), (await aPost(database)).id)
      const expected = expectedAfter(last?.day ?? new Date(0), new Date())
      expect(await countsOf(user)).toEqual(expected)
      if (known) expect(expected).toEqual(known)
    },
  )
})

/** The same rule said in another way. */
const expectedAfter = (last: Date, now: Date): number[] => {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const monday = (date: Date) => day(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000))
  const month = (date: Date) => day(date).slice(0, 7)
  return [day, monday, month].map((period) => (period(last) === period(now) ? 6 : 1)).concat(6)
}

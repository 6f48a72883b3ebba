import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
type Row = { id: number }
const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers = {}) => {
  const answer = await app.inject({ method, url, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const follow = (headers: Headers, { id }: Row) => send('POST', `/api/users/${id}/follow`, headers)
const unfollow = (headers: Headers, { id }: Row) => send('DELETE', `/api/users/${id}/follow`, headers)
const feedOf = async (headers: Headers) =>
  (await send('GET', '/api/posts?following=true&sortBy=new', headers)).body.map(({ id }: Row) => id)
const aMember = async () => {
  const member = await seedUser(database)
  return { ...member, headers: await seedSession(database, member) }
}

describe('Following a member', () => {
  it('shows on the profile to the follower, and as a number to everybody', async () => {
    const [me, author] = [await aMember(), await aMember()]
    const profile = async (headers?: Headers) => {
      const { followerCount, isFollowed } = (await send('GET', `/api/users/${author.username}`, headers)).body
      return [followerCount, isFollowed]
    }
    expect(await profile(me.headers)).toEqual([0, false])
    expect(await follow(me.headers, author)).toEqual({ status: 200, body: { isFollowed: true } })
    expect((await follow(me.headers, author)).status).toBe(200)
    expect([await profile(me.headers), await profile(), await profile(author.headers)]).toEqual([
      [1, true],
      [1, false],
      [1, false],
    ])
    expect((await send('GET', '/api/auth/me', me.headers)).body.followsMembers).toBe(true)
    expect((await send('GET', '/api/user/recently-followed-members', me.headers)).body).toEqual(
      (await send('GET', '/api/user/followed-members', me.headers)).body,
    )
    expect((await send('GET', '/api/user/followed-members', me.headers)).body).toMatchObject([
      { id: author.id },
    ])
    expect(await unfollow(me.headers, author)).toEqual({ status: 200, body: { isFollowed: false } })
    expect(await profile(me.headers)).toEqual([0, false])
    expect((await send('GET', '/api/auth/me', me.headers)).body.followsMembers).toBe(false)
  })

  it('is refused for oneself, for nobody, and beyond the limit', async () => {
    const me = await aMember()
    expect((await follow(me.headers, me)).body.code).toBe('cannot-follow-yourself')
    expect((await follow(me.headers, { id: 2_000_000_000 })).body.code).toBe('user-not-found')
    const incomplete = await seedUser(database, { profileCompleted: false })
    expect((await follow(me.headers, incomplete)).body.code).toBe('user-not-found')
    await sql`
      insert into users (username, google_id, profile_completed)
      select 'crowd' || n, 'test:crowd' || n, true from generate_series(1, 2000) n`
    await sql`insert into member_follows (follower_id, member_id) select ${me.id}, id from users where username like 'crowd%'`
    const [one] = await sql<
      Row[]
    >`select member_id as id from member_follows where follower_id = ${me.id} limit 1`
    expect((await follow(me.headers, one ?? me)).status).toBe(200)
    expect(await follow(me.headers, await seedUser(database))).toMatchObject({
      status: 409,
      body: { code: 'too-many-follows' },
    })
  })
})

describe('The Following feed', () => {
  it('merges topics and members, newest first, and shows no post twice and no private one', async () => {
    const [me, author] = [await aMember(), await aMember()]
    const topic = await seedTopic(database)
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    const both = await seedPost(database, { by: author, topic, createdAt: at(1) })
    const byAuthor = await seedPost(database, { by: author, createdAt: at(2) })
    const inTopic = await seedPost(database, { topic, createdAt: at(3) })
    await seedPost(database, { by: author, isPrivate: true, createdAt: at(4) })
    await seedPost(database, { createdAt: at(5) })
    expect(await feedOf(me.headers)).toEqual([])
    await follow(me.headers, author)
    expect(await feedOf(me.headers)).toEqual([byAuthor.id, both.id])
    await send('POST', `/api/topics/${topic.id}/follow`, me.headers)
    expect(await feedOf(me.headers)).toEqual([inTopic.id, byAuthor.id, both.id])
    await unfollow(me.headers, author)
    expect(await feedOf(me.headers)).toEqual([inTopic.id, both.id])
  })

  it('pages without gaps or repetitions', async () => {
    const [me, author] = [await aMember(), await aMember()]
    const topic = await seedTopic(database)
    const ids: number[] = []
    for (let index = 0; index < 25; index += 1)
      ids.push(
        (await seedPost(database, { by: author, topic, createdAt: new Date(Date.UTC(2026, 1, 1, 0, index)) }))
          .id,
      )
    await follow(me.headers, author)
    await send('POST', `/api/topics/${topic.id}/follow`, me.headers)
    const seen: number[] = []
    for (let after = ''; ; ) {
      const { body } = await send('GET', `/api/posts?following=true&sortBy=new&limit=10${after}`, me.headers)
      seen.push(...body.map(({ id }: Row) => id))
      const last = body.at(-1)
      if (body.length < 10) break
      after = `&after=${last.score}_${Date.parse(last.createdAt)}_${last.id}`
    }
    expect(seen).toEqual(ids.toReversed())
  })

  it('takes one query besides the session with a thousand followed members', async () => {
    const me = await aMember()
    await sql`
      insert into users (username, google_id, profile_completed)
      select 'many' || n, 'test:many' || n, true from generate_series(1, 1000) n`
    await sql`
      insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
      select id, 't', 'd', 'p', 1, 'by-' || id || '-' || n from users, generate_series(1, 3) n where username like 'many%'`
    await sql`insert into member_follows (follower_id, member_id) select ${me.id}, id from users where username like 'many%'`
    await sql`analyze posts, member_follows`
    await feedOf(me.headers)
    queries.length = 0
    expect(await feedOf(me.headers)).toHaveLength(10)
    expect(queries).toHaveLength(2)
    const few = await aMember()
    await sql`insert into member_follows (follower_id, member_id) select ${few.id}, max(id) from users where username like 'many%'`
    const [many, one] = [
      await timeFastest(() => feedOf(me.headers)),
      await timeFastest(() => feedOf(few.headers)),
    ]
    expect(many.ms).toBeLessThan(20 * Math.max(one.ms, 2))
  })
})

it('is in the export of the account, and ends with either account', async () => {
  const [me, author] = [await aMember(), await aMember()]
  await follow(me.headers, author)
  await follow(author.headers, me)
  const { body } = await send('GET', '/api/user/export', me.headers)
  expect(body.followedMembers).toMatchObject([{ memberId: author.id, username: author.username }])
  await sql`delete from users where id = ${author.id}`
  expect(await sql`select from member_follows where ${author.id} in (follower_id, member_id)`).toHaveLength(0)
})

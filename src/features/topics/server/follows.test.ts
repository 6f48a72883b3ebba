import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>

const send = async (method: 'GET' | 'POST' | 'DELETE', headers: Headers, id: unknown) => {
  const url = `/api/topics/${id}/${method === 'GET' ? 'following' : 'follow'}`
  const response = await app.inject({ method, url, headers })
  return { status: response.statusCode, ...response.json() }
}
const followed = async (headers: Headers) => {
  const response = await app.inject({ url: '/api/user/followed-topics', headers })
  return { status: response.statusCode, topics: response.json() }
}
const feed = async (headers: Headers, query: string) => {
  const response = await app.inject({ url: `/api/posts?following=true&${query}`, headers })
  return { status: response.statusCode, cards: response.json() }
}
const aMember = async (more = {}) => seedSession(database, await seedUser(database, more))

describe('Following a topic', () => {
  it('can be started and ended, and repeating either changes nothing', async () => {
    const topic = await seedTopic(database)
    const me = await aMember()
    for (const [method, isFollowing] of [
      ['GET', false],
      ['POST', true],
      ['POST', true],
      ['GET', true],
      ['DELETE', false],
      ['DELETE', false],
      ['GET', false],
    ] as const)
      expect(await send(method, me, topic.id)).toEqual({ status: 200, isFollowing })
  })

  it('ends for one member and one topic only', async () => {
    const topics = [await seedTopic(database), await seedTopic(database)]
    const members = [await aMember(), await aMember()]
    for (const headers of members) for (const { id } of topics) await send('POST', headers, id)
    expect((await send('DELETE', members[0] ?? {}, topics[0]?.id)).status).toBe(200)
    const counts = await Promise.all(members.map(async (headers) => (await followed(headers)).topics.length))
    expect(counts).toEqual([1, 2])
    const isFollowing = topics.map(async ({ id }) => (await send('GET', members[0] ?? {}, id)).isFollowing)
    expect(await Promise.all(isFollowing)).toEqual([false, true])
  })

  it('creates one row for many concurrent requests', async () => {
    const topic = await seedTopic(database)
    const me = await aMember()
    const responses = await Promise.all(Array.from({ length: 20 }, () => send('POST', me, topic.id)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await sql`select 1 from user_topic_follows where topic_id = ${topic.id}`).toHaveLength(1)
  })

  it('is 401 for visitors, 403 without a completed profile, and allowed for muted members and admins', async () => {
    const topic = await seedTopic(database)
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await send(method, {}, topic.id)).status, method).toBe(401)
    expect((await followed({})).status).toBe(401)
    expect((await feed({}, '')).status).toBe(401)
    const incomplete = await aMember({ profileCompleted: false })
    for (const method of ['POST', 'DELETE'] as const)
      expect((await send(method, incomplete, topic.id)).status, method).toBe(403)
    expect((await send('POST', await aMember({ isMuted: true }), topic.id)).status).toBe(200)
    expect((await send('POST', await aMember({ isAdmin: true }), topic.id)).status).toBe(200)
  })

  it('is 404 for a topic that does not exist', async () => {
    const me = await aMember()
    for (const id of [2_000_000_000, 0, 'x'])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect((await send(method, me, id)).status, `${method} ${id}`).toBe(404)
    expect((await send('POST', me, 2_000_000_000)).message).toBe('Topic not found')
  })

  it("lists each member's own topics sorted by name", async () => {
    const [me, other] = [await aMember(), await aMember()]
    const [b, a] = [
      await seedTopic(database, { name: 'beta' }),
      await seedTopic(database, { name: 'Alpha', isHot: true }),
    ]
    await send('POST', me, b.id)
    await send('POST', me, a.id)
    expect((await followed(me)).topics).toEqual([
      { id: a.id, name: 'Alpha', isHot: true },
      { id: b.id, name: 'beta', isHot: false },
    ])
    expect((await followed(other)).topics).toEqual([])
    expect((await send('GET', other, a.id)).isFollowing).toBe(false)
    await sql`delete from topics where id = ${a.id}`
    expect((await followed(me)).topics).toHaveLength(1)
  })
})

describe('The feed of followed topics', () => {
  it('contains only the public posts of those topics, with both sort orders, paging and filters', async () => {
    const me = await aMember()
    const topics = [await seedTopic(database), await seedTopic(database), await seedTopic(database)]
    const [one, two, other] = topics
    await send('POST', me, one?.id)
    await send('POST', me, two?.id)
    await send('POST', await aMember(), other?.id)
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    const posts = []
    for (let n = 0; n < 9; n += 1)
      posts.push(
        await seedPost(database, {
          topic: topics[n % 3] ?? null,
          createdAt: at(n),
          score: (n * 7) % 5,
          type: n < 3 ? 'Code' : 'Text',
        }),
      )
    await seedPost(database, { isPrivate: true })
    const expected = posts.filter((_, n) => n % 3 !== 2).map(({ id }) => id)
    const newest = (await feed(me, 'sortBy=new')).cards
    expect(newest.map(({ id }: { id: number }) => id)).toEqual(expected.toReversed())
    const paged = []
    let after = ''
    for (let page = 0; page < 4; page += 1) {
      const { cards } = await feed(me, `sortBy=top&limit=2${after && `&after=${after}`}`)
      paged.push(...cards)
      const last = cards.at(-1)
      if (last) after = `${last.score}_${Date.parse(last.createdAt)}_${last.id}`
    }
    const scores = paged.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(paged.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
    expect((await feed(me, 'types=Code')).cards).toHaveLength(2)
    expect((await feed(me, 'limit=2&offset=5')).cards).toHaveLength(1)
    expect(other?.id).toBeGreaterThan(0)
    expect((await app.inject({ url: '/api/posts?following=yes', headers: me })).statusCode).toBe(400)
    const everything = await app.inject({ url: '/api/posts?limit=50', headers: me })
    expect(everything.json().length).toBeGreaterThan(expected.length)
  })

  it('has a count of new posts, as do topics, types and the whole site, capped at fifty', async () => {
    const me = await aMember()
    const topic = await seedTopic(database)
    await send('POST', me, topic.id)
    const start = await seedPost(database, { topic })
    const [row] = await sql<{ createdAt: Date }[]>`select created_at from posts where id = ${start.id}`
    const since = `0_${row?.createdAt.getTime()}_${start.id}`
    const count = async (query: string, headers = {}) =>
      (await app.inject({ url: `/api/posts/new-count?since=${since}&${query}`, headers })).json().count
    const counts = () =>
      Promise.all([
        count('', me),
        count('following=true', me),
        count(`topic=${topic.slug}`, me),
        count('types=Code', me),
      ])
    expect(await counts()).toEqual([0, 0, 0, 0])
    await seedPost(database, { topic, type: 'Code' })
    await seedPost(database, {})
    await seedPost(database, { isPrivate: true })
    expect(await counts()).toEqual([2, 1, 1, 1])
    for (let n = 0; n < 60; n += 1) await seedPost(database, { by: start.by })
    expect(await count('')).toBe(50)
    for (const [query, status] of [
      ['since=x', 400],
      ['', 400],
      [`since=${since}&following=true`, 401],
      [`since=${since}&topic=no-such-topic`, 404],
    ] as const)
      expect((await app.inject(`/api/posts/new-count?${query}`)).statusCode, query).toBe(status)
  })

  it('takes one query besides the session and stays fast with a thousand topics', async () => {
    const user = await seedUser(database)
    const me = await seedSession(database, user)
    await sql`
      insert into topics (name, slug) select 'Many ' || n, 'many-' || n from generate_series(1, 1000) n`
    await sql`
      insert into user_topic_follows (user_id, topic_id)
      select ${user.id}, id from topics where slug like 'many-%'`
    await sql`
      insert into posts (user_id, topic_id, title, description, prompt, prompt_length, seo_slug, created_at)
      select ${user.id}, id, 'Of many', 'About', 'Prompt', 6, slug || '-' || n, now() - n * interval '1 minute'
      from topics cross join generate_series(1, 20) n where slug like 'many-%'`
    await sql`analyze posts, topics, user_topic_follows`
    queries.length = 0
    const { cards } = await feed(me, 'sortBy=new&limit=10')
    expect(cards).toHaveLength(10)
    expect(queries).toHaveLength(2)
    const other = await seedUser(database)
    const few = await seedSession(database, other)
    await sql`
      insert into user_topic_follows (user_id, topic_id) select ${other.id}, id from topics where slug = 'many-1'`
    const [many, one] = [
      await timeFastest(() => feed(me, 'sortBy=new&limit=10')),
      await timeFastest(() => feed(few, 'sortBy=new&limit=10')),
    ]
    expect(many.ms).toBeLessThan(30 * Math.max(one.ms, 2))
  })
})

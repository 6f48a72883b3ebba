import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>
const post = (url: string, headers: Headers, payload: object) =>
  app.inject({ method: 'POST', url, headers, payload })
const leaderboard = async (headers: Headers, query = '') => {
  const response = await app.inject({ url: `/api/leaderboard${query}`, headers })
  expect(response.statusCode, response.body).toBe(200)
  const { topUsers, currentUser } = response.json()
  return { names: topUsers.map(({ username }: { username: string }) => username), topUsers, currentUser }
}
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::integer)`
const aMember = async (username: string) => {
  const user = await seedUser(database, { username })
  return { ...user, headers: await seedSession(database, user) }
}

beforeEach(async () => {
  await deleteRows(sql, 'users', 'posts')
})

describe('GET /api/leaderboard', () => {
  it('adds up what others did in the last week, the last month or at any time', async () => {
    const [ann, ben, cid] = [await aMember('ann'), await aMember('ben'), await aMember('cid')]
    const [byAnn, byBen] = [await seedPost(database, { by: ann }), await seedPost(database, { by: ben })]
    const secret = await seedPost(database, { by: ben, isPrivate: true })
    const comment = await seedComment(database, { on: byAnn, by: ben })
    // Ben gets three upvotes: one is three weeks old, and one has no timestamp.
    await post('/api/votes', ann.headers, { postId: byBen.id, value: 1 })
    await sql`update votes set created_at = ${daysAgo(20)}`
    await post('/api/votes', cid.headers, { postId: byBen.id, value: 1 })
    await sql`update votes set created_at = null where user_id = ${cid.id}`
    await post('/api/votes', cid.headers, { commentId: comment.id, value: 1 })
    // Ben's upvote on his own post, his bookmark of a private post and a downvote do not count.
    await post('/api/votes', ben.headers, { postId: byBen.id, value: 1 })
    await post(`/api/posts/${secret.id}/bookmark`, ben.headers, {})
    await post('/api/votes', ben.headers, { postId: byAnn.id, value: -1 })
    // Ann gets a bookmark and a comment this week.
    await post(`/api/posts/${byAnn.id}/bookmark`, ben.headers, {})
    await post('/api/comments', cid.headers, { postId: byAnn.id, content: 'Thanks' })
    await sql`update users set total_engagement = 3, total_upvotes = 3 where id = ${ben.id}`
    await sql`update users set total_engagement = 2, total_upvotes = 0 where id = ${ann.id}`

    const week = await leaderboard(cid.headers, '?window=week')
    expect(week.names).toEqual(['ann', 'ben'])
    expect(week.topUsers[1]).toMatchObject({ totalEngagement: 1, totalUpvotes: 1, postCount: 1 })
    expect(week.topUsers[0]).toMatchObject({ totalEngagement: 3, totalUpvotes: 0, postCount: 1 })
    const month = await leaderboard(cid.headers, '?window=month')
    expect(month.topUsers.map((user: { totalEngagement: number }) => user.totalEngagement)).toEqual([3, 2])
    expect((await leaderboard(cid.headers)).names).toEqual(['ben', 'ann'])
  })

  it('says what members received in each part of the period and in the period before', async () => {
    const [ann, ben, cid] = [await aMember('ann'), await aMember('ben'), await aMember('cid')]
    const [byAnn, byBen] = [await seedPost(database, { by: ann }), await seedPost(database, { by: ben })]
    const secret = await seedPost(database, { by: ann, isPrivate: true })
    const receive = async (on: { id: number }, hoursAgo: number) => {
      const { id } = await seedComment(database, { on, by: cid })
      await sql`update comments set created_at = now() - make_interval(hours => ${hoursAgo}::integer) where id = ${id}`
    }
    for (const hoursAgo of [1, 23, 25, 24 * 6 + 1, 24 * 7 + 1, 24 * 13, 24 * 14 + 1, 24 * 29, 24 * 31])
      await receive(byAnn, hoursAgo)
    await receive(secret, 2)
    await receive(byBen, 24 * 10)

    const week = await leaderboard(ben.headers, '?window=week')
    expect(week.topUsers).toMatchObject([
      { totalEngagement: 4, period: { previousEngagement: 2, trend: [1, 0, 0, 0, 0, 1, 2] } },
    ])
    expect(week.currentUser).toMatchObject({
      totalEngagement: 0,
      rank: null,
      period: { previousEngagement: 1, trend: [0, 0, 0, 0, 0, 0, 0] },
    })
    const month = await leaderboard({}, '?window=month')
    expect(month.topUsers).toMatchObject([
      {
        username: 'ann',
        totalEngagement: 8,
        period: { previousEngagement: 1, trend: [1, 0, 0, 0, 0, 2, 0, 2, 0, 3] },
      },
      {
        username: 'ben',
        totalEngagement: 1,
        period: { previousEngagement: 0, trend: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
      },
    ])
    const outsider = await leaderboard(cid.headers, '?window=week')
    expect(outsider.currentUser.period).toEqual({ previousEngagement: 0, trend: [0, 0, 0, 0, 0, 0, 0] })
    await sql`update users set total_engagement = 9 where id = ${ann.id}`
    const [entry] = (await leaderboard({})).topUsers
    expect(entry.username).toBe('ann')
    expect(entry).not.toHaveProperty('period')
  })

  it("includes the member's own rank, and null without engagement", async () => {
    const [ann, ben] = [await aMember('ann'), await aMember('ben')]
    await seedPost(database, { by: ben })
    await sql`
      insert into users (username, google_id, total_engagement, total_upvotes)
      select 'fan' || n, 'fan:' || n, 1000 - n, 0 from generate_series(1, 70) n`
    await sql`update users set total_engagement = 5 where id = ${ann.id}`
    const all = await leaderboard(ann.headers)
    expect(all.names).toHaveLength(50)
    expect(all.currentUser).toMatchObject({ username: 'ann', rank: 71 })
    expect((await leaderboard(ben.headers)).currentUser).toMatchObject({ rank: null, totalEngagement: 0 })
    expect((await leaderboard(ben.headers, '?window=week')).currentUser).toMatchObject({
      username: 'ben',
      rank: null,
      postCount: 1,
    })
    expect((await leaderboard({})).currentUser).toBeNull()
    expect((await leaderboard({}, '?window=week')).currentUser).toBeNull()
  })

  it('leaves out who is suspended, whose own figures stay', async () => {
    const [ann, ben, cid] = [await aMember('ann'), await aMember('ben'), await aMember('cid')]
    for (const by of [ann, ben, cid]) {
      const { id } = await seedPost(database, { by })
      await post('/api/votes', (by === ann ? ben : ann).headers, { postId: id, value: 1 })
    }
    await sql`update users set total_engagement = 3 - (username = 'ben')::integer, is_suspended = username = 'ann'`
    for (const query of ['', '?window=week']) {
      expect((await leaderboard(ben.headers, query)).names).toEqual(query ? ['ben', 'cid'] : ['cid', 'ben'])
      const { currentUser } = await leaderboard(ann.headers, query)
      expect(currentUser).toMatchObject({ username: 'ann', rank: null })
      expect(currentUser.totalEngagement).toBeGreaterThan(0)
    }
    expect((await leaderboard(cid.headers)).currentUser).toMatchObject({ rank: 1 })
  })

  it('ranks members with equal figures by sign-up, as the list does', async () => {
    const members = [await aMember('one'), await aMember('two'), await aMember('three')]
    await sql`update users set total_engagement = 4, total_upvotes = (username = 'three')::integer`
    const ranks = await Promise.all(
      members.map(async ({ headers }) => (await leaderboard(headers)).currentUser.rank),
    )
    expect((await leaderboard(members[0]?.headers ?? {})).names).toEqual(['three', 'one', 'two'])
    expect(ranks).toEqual([2, 3, 1])
  })

  it('needs two statements besides the session for all time, and one for a period', async () => {
    const { headers } = await aMember('ann')
    for (const [query, count] of [
      ['', 2],
      ['?window=week', 1],
    ] as const) {
      queries.length = 0
      await leaderboard(headers, query)
      expect(queries.filter((text) => /total_engagement/.test(text))).toHaveLength(count)
    }
  })

  it('rejects an unknown period', async () => {
    expect((await app.inject('/api/leaderboard?window=year')).json()).toMatchObject({
      message: 'window must be one of week, month, all',
    })
  })
})

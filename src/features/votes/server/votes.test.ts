import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { listenForNotifications } from '#server/database/listen-for-notifications.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Row = { id: number }
type Headers = Record<string, string>

const vote = async (headers: Headers, payload: object) => {
  const response = await app.inject({ method: 'POST', url: '/api/votes', headers, payload })
  return { status: response.statusCode, ...response.json() }
}
const voteOf = async (headers: Headers, id: unknown) => {
  const response = await app.inject({ url: `/api/votes/${id}`, headers })
  const { postVersion: _, ...vote } = response.json()
  return { status: response.statusCode, ...vote }
}
const aVoter = async (more = {}) => seedSession(database, await seedUser(database, more))
const countsOf = async ({ id }: Row) => {
  const [row] = await sql`select karma, total_upvotes, total_engagement from users where id = ${id}`
  return Object.values(row ?? {})
}
const notificationsOf = ({ id }: Row) =>
  sql`select type, post_id, comment_id, from_user_id from notifications where user_id = ${id} order by id`

describe('Voting', () => {
  it('sets, removes and switches a vote on posts and on comments', async () => {
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post })
    const me = await aVoter()
    await recomputeCounts(sql)
    for (const target of [{ postId: post.id }, { commentId: comment.id }]) {
      const id = Object.values(target)[0]
      const steps: [pressed: number, value: number, score: number][] = [
        [1, 1, 1],
        [1, 0, 0],
        [-1, -1, -1],
        [-1, 0, 0],
        [1, 1, 1],
        [-1, -1, -1],
        [1, 1, 1],
      ]
      for (const [pressed, value, score] of steps) {
        expect(await vote(me, { ...target, value: pressed })).toEqual({ status: 200, value, score })
        expect(await voteOf(me, id)).toEqual({ status: 200, value })
      }
    }
    expect(await countsOf(post.by)).toEqual([1, 1, 2])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it("does not change the member's other votes or anyone else's votes", async () => {
    const [post, next] = [await seedPost(database), await seedPost(database)]
    const comment = await seedComment(database, { on: post })
    const targets = [{ postId: post.id }, { postId: next.id }, { commentId: comment.id }]
    const [me, other] = [await aVoter(), await aVoter()]
    for (const headers of [me, other])
      for (const target of targets) await vote(headers, { ...target, value: 1 })
    const votes = async (headers: Headers) =>
      Promise.all([post.id, next.id, comment.id].map(async (id) => (await voteOf(headers, id)).value))
    for (const [value, expected] of [
      [-1, -1],
      [-1, 0],
      [1, 1],
    ] as const) {
      await vote(me, { postId: post.id, value })
      expect([await votes(me), await votes(other)]).toEqual([
        [expected, 1, 1],
        [1, 1, 1],
      ])
    }
    await vote(me, { commentId: comment.id, value: -1 })
    expect(await votes(me)).toEqual([1, 1, -1])
  })

  it('rejects invalid values, invalid ids, and a body with both ids or with neither', async () => {
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post })
    const me = await aVoter()
    for (const value of [0, 2, '1', 1.5, null, undefined, true])
      expect((await vote(me, { postId: post.id, value })).status, String(value)).toBe(400)
    expect((await vote(me, { postId: post.id, commentId: comment.id, value: 1 })).status).toBe(400)
    expect((await vote(me, { value: 1 })).status).toBe(400)
    expect((await vote(me, { postId: post.id, value: 1, had: 2 })).status).toBe(400)
    for (const postId of [0, -1, 1.5, '1', 2_147_483_648, null])
      expect((await vote(me, { postId, value: 1 })).status, String(postId)).toBe(400)
    expect(await sql`select 1 from votes where post_id = ${post.id}`).toHaveLength(0)
  })

  it('responds with 401 to visitors and with 403 to muted members and members without a completed profile', async () => {
    const post = await seedPost(database)
    expect((await vote({}, { postId: post.id, value: 1 })).status).toBe(401)
    expect((await voteOf({}, post.id)).status).toBe(401)
    const muted = await aVoter({ isMuted: true })
    expect(await vote(muted, { postId: post.id, value: 1 })).toMatchObject({
      status: 403,
      message: 'Your account is muted',
    })
    expect(await voteOf(muted, post.id)).toEqual({ status: 200, value: 0 })
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    await sql`update users set profile_completed = false where id = ${user.id}`
    expect((await vote(headers, { postId: post.id, value: 1 })).status).toBe(403)
    expect((await vote(await aVoter({ isAdmin: true }), { postId: post.id, value: 1 })).status).toBe(200)
  })

  it('responds with the same 404 for hidden, deleted and nonexistent targets', async () => {
    const hidden = await seedPost(database, { isPrivate: true })
    const hiddenComment = await seedComment(database, { on: hidden })
    const post = await seedPost(database)
    const deletedComment = await seedComment(database, { on: post })
    await sql`update comments set is_deleted = true, user_id = null where id = ${deletedComment.id}`
    const me = await aVoter()
    const missing = { status: 404, message: 'Post or comment not found' }
    for (const target of [
      { postId: hidden.id },
      { commentId: hiddenComment.id },
      { postId: 2_000_000_000 },
      { commentId: deletedComment.id },
      { commentId: post.id },
      { postId: deletedComment.id },
    ]) {
      expect(await vote(me, { ...target, value: 1 }), JSON.stringify(target)).toMatchObject(missing)
    }
    for (const id of [hidden.id, hiddenComment.id, 2_000_000_000, 'abc'])
      expect((await voteOf(me, id)).status).toBe(404)
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers: me })
    expect((await vote(me, { postId: hidden.id, value: 1 })).status).toBe(200)
    expect((await vote(me, { commentId: hiddenComment.id, value: -1 })).status).toBe(200)
    // Upvotes on a private post count towards karma but not towards the totals.
    expect(await countsOf(hidden.by)).toEqual([1, 0, 0])
  })

  it('counts an upvote on your own post only in its score and notifies nobody', async () => {
    const by = await seedUser(database)
    const headers = await seedSession(database, by)
    const post = await seedPost(database, { by })
    const comment = await seedComment(database, { on: post, by })
    expect(await vote(headers, { postId: post.id, value: 1 })).toMatchObject({ value: 1, score: 1 })
    expect(await vote(headers, { commentId: comment.id, value: 1 })).toMatchObject({ value: 1, score: 1 })
    expect(await countsOf(by)).toEqual([0, 0, 0])
    expect(await notificationsOf(by)).toEqual([])
  })

  it('notifies the author once of an upvote, however often it is toggled, and never of a downvote', async () => {
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post })
    const user = await seedUser(database)
    const me = await seedSession(database, user)
    await vote(me, { postId: post.id, value: -1 })
    expect(await notificationsOf(post.by)).toEqual([])
    for (let n = 0; n < 5; n += 1) await vote(me, { postId: post.id, value: 1 })
    const upvote = { type: 'upvote', postId: post.id, commentId: null, fromUserId: user.id }
    expect(await notificationsOf(post.by)).toEqual([upvote])
    const [writer] = await sql<Row[]>`select user_id as id from comments where id = ${comment.id}`
    for (let n = 0; n < 3; n += 1) await vote(me, { commentId: comment.id, value: 1 })
    expect(await notificationsOf(writer ?? { id: 0 })).toEqual([{ ...upvote, commentId: comment.id }])
  })

  it('is idempotent with `had`', async () => {
    const post = await seedPost(database)
    const me = await aVoter()
    const press = { postId: post.id, value: 1, had: 0 }
    for (let n = 0; n < 3; n += 1) expect(await vote(me, press)).toMatchObject({ value: 1, score: 1 })
    for (let n = 0; n < 3; n += 1)
      expect(await vote(me, { ...press, had: 1 })).toMatchObject({ value: 0, score: 0 })
    // Another tab downvotes in the meantime, but this request still produces the expected result.
    await vote(me, { postId: post.id, value: -1 })
    expect(await vote(me, press)).toMatchObject({ value: 1, score: 1 })
  })

  it('sends the notification to every process once it is committed', async () => {
    const payloads: string[] = []
    const listening = await listen('notifications', (payload) => payloads.push(payload))
    const post = await seedPost(database)
    const me = await aVoter()
    await vote(me, { postId: post.id, value: 1 })
    await vote(me, { postId: post.id, value: 1 })
    await expect.poll(() => payloads).toEqual([String(post.by.id)])
    await listening.close()
  })

  it('takes one statement besides reading the session and counting for the limits of the address and the member', async () => {
    const post = await seedPost(database)
    const me = await aVoter()
    await vote(me, { postId: post.id, value: 1 })
    queries.length = 0
    await vote(me, { postId: post.id, value: -1 })
    expect(queries).toHaveLength(4)
  })

  it('is rate limited per member', async () => {
    const strict = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.005' })
    const post = await seedPost(database)
    const me = await aVoter()
    const responses = []
    for (let n = 0; n < 4; n += 1)
      responses.push(
        await strict.inject({
          method: 'POST',
          url: '/api/votes',
          headers: me,
          // Uses a separate IP address because the other tests' writes count towards their own address's
          // limit.
          remoteAddress: '10.0.0.1',
          payload: { postId: post.id, value: 1 },
        }),
      )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(Number(responses[3]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('Concurrent votes', () => {
  it('by one member in many tabs keep the score equal to the sum of votes', async () => {
    const post = await seedPost(database)
    const me = await aVoter()
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => vote(me, { postId: post.id, value: n % 3 ? 1 : -1 })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200))
    const [sum] = await sql<{ votes: number; score: number }[]>`
      select (select coalesce(sum(value), 0)::integer from votes where post_id = p.id) as votes, score
      from posts p where id = ${post.id}`
    const votes = sum?.votes ?? Number.NaN
    expect(sum?.score).toBe(votes)
    expect(await countsOf(post.by)).toEqual([votes, Math.max(0, votes), Math.max(0, votes)])
  })

  it('by one member are all applied in sequence, so that an even number cancels out', async () => {
    for (let round = 0; round < 10; round += 1) {
      const post = await seedPost(database)
      const me = await aVoter()
      const responses = await Promise.all(
        Array.from({ length: 40 }, () => vote(me, { postId: post.id, value: 1 })),
      )
      const upvotes = responses.filter((response) => response.value === 1)
      expect(upvotes).toHaveLength(20)
      for (const { status, value, score } of responses) expect([status, score]).toEqual([200, value])
      expect(await voteOf(me, post.id)).toEqual({ status: 200, value: 0 })
    }
  })

  it('by many members on one post are all counted', async () => {
    const post = await seedPost(database)
    const voters = await Promise.all(Array.from({ length: 30 }, () => aVoter()))
    await Promise.all(voters.map((headers) => vote(headers, { postId: post.id, value: 1 })))
    expect(await countsOf(post.by)).toEqual([30, 30, 30])
  })
})

/** Listens on a channel. Resolves once PostgreSQL has confirmed the LISTEN. */
const listen = async (channel: string, onPayload: (payload: string) => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listener = {
    onConnected: () => resolve(),
    onPayload: (_channel: string, payload: string) => onPayload(payload),
  }
  const listening = listenForNotifications(database.directUrl, [channel], listener, errorLogger)
  await promise
  return listening
}

import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { listenTo } from '#server/database/listen.ts'
import { errorsOnly } from '#server/log.ts'
import { testApp } from '#tests/support/app.ts'
import { aComment, aPost, aSession, aUser } from '#tests/support/builders.ts'
import { countTruly } from '#tests/support/count-truly.ts'
import { testDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await testDatabase((text) => queries.push(text))
const { sql } = database
const app = await testApp(database)

type Row = { id: number }
type Headers = Record<string, string>

const vote = async (headers: Headers, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: '/api/votes', headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}
const voteOf = async (headers: Headers, id: unknown) => {
  const answer = await app.inject({ url: `/api/votes/${id}`, headers })
  return { status: answer.statusCode, ...answer.json() }
}
const aVoter = async (more = {}) => aSession(database, await aUser(database, more))
const numbersOf = async ({ id }: Row) => {
  const [row] = await sql`select karma, total_upvotes, total_engagement from users where id = ${id}`
  return Object.values(row ?? {})
}
const toldOf = ({ id }: Row) =>
  sql`select type, post_id, comment_id, from_user_id from notifications where user_id = ${id} order by id`

describe('Voting', () => {
  it('sets, takes back and switches, as section 4 says, on posts and on comments', async () => {
    const post = await aPost(database)
    const comment = await aComment(database, { on: post })
    const me = await aVoter()
    await countTruly(sql)
    for (const target of [{ postId: post.id }, { commentId: comment.id }]) {
      const id = Object.values(target)[0]
      const steps: [pressed: number, value: number, score: number][] = [
        ...([
          [1, 1, 1],
          [1, 0, 0],
          [-1, -1, -1],
          [-1, 0, 0],
        ] as const),
        ...([
          [1, 1, 1],
          [-1, -1, -1],
          [1, 1, 1],
        ] as const),
      ].map(([pressed, value, score]) => [pressed, value, score])
      for (const [value, has, score] of steps) {
        expect(await vote(me, { ...target, value })).toEqual({ status: 200, value: has, score })
        expect(await voteOf(me, id)).toEqual({ status: 200, value: has })
      }
    }
    expect(await numbersOf(post.by)).toEqual([1, 1, 2])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('leaves every other vote alone, of the member and of others', async () => {
    const [post, next] = [await aPost(database), await aPost(database)]
    const comment = await aComment(database, { on: post })
    const targets = [{ postId: post.id }, { postId: next.id }, { commentId: comment.id }]
    const [me, other] = [await aVoter(), await aVoter()]
    for (const headers of [me, other])
      for (const target of targets) await vote(headers, { ...target, value: 1 })
    const votes = async (headers: Headers) =>
      Promise.all([post.id, next.id, comment.id].map(async (id) => (await voteOf(headers, id)).value))
    for (const [value, is] of [
      [-1, -1],
      [-1, 0],
      [1, 1],
    ] as const) {
      await vote(me, { postId: post.id, value })
      expect([await votes(me), await votes(other)]).toEqual([
        [is, 1, 1],
        [1, 1, 1],
      ])
    }
    await vote(me, { commentId: comment.id, value: -1 })
    expect(await votes(me)).toEqual([1, 1, -1])
  })

  it('refuses 0, 2, "1", both ids, neither, and ids that are none', async () => {
    const post = await aPost(database)
    const comment = await aComment(database, { on: post })
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

  it('is for active members: a visitor gets 401, a muted or incomplete one 403', async () => {
    const post = await aPost(database)
    expect((await vote({}, { postId: post.id, value: 1 })).status).toBe(401)
    expect((await voteOf({}, post.id)).status).toBe(401)
    const muted = await aVoter({ isMuted: true })
    expect(await vote(muted, { postId: post.id, value: 1 })).toEqual({
      status: 403,
      message: 'Your account is muted',
    })
    expect(await voteOf(muted, post.id)).toEqual({ status: 200, value: 0 })
    const user = await aUser(database)
    const headers = await aSession(database, user)
    await sql`update users set profile_completed = false where id = ${user.id}`
    expect((await vote(headers, { postId: post.id, value: 1 })).status).toBe(403)
    expect((await vote(await aVoter({ isAdmin: true }), { postId: post.id, value: 1 })).status).toBe(200)
  })

  it('on what a member may not know of, is gone or never was, answers 404 alike', async () => {
    const hidden = await aPost(database, { isPrivate: true })
    const inside = await aComment(database, { on: hidden })
    const post = await aPost(database)
    const gone = await aComment(database, { on: post })
    await sql`update comments set is_deleted = true, user_id = null where id = ${gone.id}`
    const me = await aVoter()
    const missing = { status: 404, message: 'Post or comment not found' }
    for (const target of [
      { postId: hidden.id },
      { commentId: inside.id },
      { postId: 2_000_000_000 },
      { commentId: gone.id },
      { commentId: post.id },
      { postId: gone.id },
    ]) {
      expect(await vote(me, { ...target, value: 1 }), JSON.stringify(target)).toEqual(missing)
    }
    for (const id of [hidden.id, inside.id, 2_000_000_000, 'abc'])
      expect((await voteOf(me, id)).status).toBe(404)
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers: me })
    expect((await vote(me, { postId: hidden.id, value: 1 })).status).toBe(200)
    expect((await vote(me, { commentId: inside.id, value: -1 })).status).toBe(200)
    // A private post's upvotes make karma, and count among no totals.
    expect(await numbersOf(hidden.by)).toEqual([1, 0, 0])
  })

  it("on one's own counts in the score alone, and tells nobody", async () => {
    const by = await aUser(database)
    const headers = await aSession(database, by)
    const post = await aPost(database, { by })
    const comment = await aComment(database, { on: post, by })
    expect(await vote(headers, { postId: post.id, value: 1 })).toMatchObject({ value: 1, score: 1 })
    expect(await vote(headers, { commentId: comment.id, value: 1 })).toMatchObject({ value: 1, score: 1 })
    expect(await numbersOf(by)).toEqual([0, 0, 0])
    expect(await toldOf(by)).toEqual([])
  })

  it('tells the author once, of an upvote and not of a downvote, however often it is toggled', async () => {
    const post = await aPost(database)
    const comment = await aComment(database, { on: post })
    const user = await aUser(database)
    const me = await aSession(database, user)
    await vote(me, { postId: post.id, value: -1 })
    expect(await toldOf(post.by)).toEqual([])
    for (let n = 0; n < 5; n += 1) await vote(me, { postId: post.id, value: 1 })
    const upvote = { type: 'upvote', postId: post.id, commentId: null, fromUserId: user.id }
    expect(await toldOf(post.by)).toEqual([upvote])
    const [writer] = await sql<Row[]>`select user_id as id from comments where id = ${comment.id}`
    for (let n = 0; n < 3; n += 1) await vote(me, { commentId: comment.id, value: 1 })
    expect(await toldOf(writer ?? { id: 0 })).toEqual([{ ...upvote, commentId: comment.id }])
  })

  it('with `had` may be sent again when the answer was lost', async () => {
    const post = await aPost(database)
    const me = await aVoter()
    const press = { postId: post.id, value: 1, had: 0 }
    for (let n = 0; n < 3; n += 1) expect(await vote(me, press)).toMatchObject({ value: 1, score: 1 })
    for (let n = 0; n < 3; n += 1)
      expect(await vote(me, { ...press, had: 1 })).toMatchObject({ value: 0, score: 0 })
    // Another tab has downvoted meanwhile: what was pressed here is what counts.
    await vote(me, { postId: post.id, value: -1 })
    expect(await vote(me, press)).toMatchObject({ value: 1, score: 1 })
  })

  it('pushes the news to every process once it is committed', async () => {
    const heard: string[] = []
    const listening = await listen('notifications', (payload) => heard.push(payload))
    const post = await aPost(database)
    const me = await aVoter()
    await vote(me, { postId: post.id, value: 1 })
    await vote(me, { postId: post.id, value: 1 })
    await expect.poll(() => heard).toEqual([String(post.by.id)])
    await listening.close()
  })

  it('takes one statement beside the session, whatever is voted on', async () => {
    const post = await aPost(database)
    const me = await aVoter()
    await vote(me, { postId: post.id, value: 1 })
    queries.length = 0
    await vote(me, { postId: post.id, value: -1 })
    expect(queries).toHaveLength(2)
  })

  it('is limited per member', async () => {
    const strict = await testApp(database, { RATE_LIMIT_SCALE: '0.005' })
    const post = await aPost(database)
    const me = await aVoter()
    const answers = []
    for (let n = 0; n < 4; n += 1)
      answers.push(
        await strict.inject({
          method: 'POST',
          url: '/api/votes',
          headers: me,
          payload: { postId: post.id, value: 1 },
        }),
      )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('Votes at once', () => {
  it('of one member in many tabs leave the score at the sum of votes', async () => {
    const post = await aPost(database)
    const me = await aVoter()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => vote(me, { postId: post.id, value: n % 3 ? 1 : -1 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
    const [sum] = await sql<{ votes: number; score: number }[]>`
      select (select coalesce(sum(value), 0)::integer from votes where post_id = p.id) as votes, score
      from posts p where id = ${post.id}`
    const votes = sum?.votes ?? Number.NaN
    expect(sum?.score).toBe(votes)
    expect(await numbersOf(post.by)).toEqual([votes, Math.max(0, votes), Math.max(0, votes)])
  })

  it('of one member are all done, one after the other: an even number ends where it began', async () => {
    for (let round = 0; round < 10; round += 1) {
      const post = await aPost(database)
      const me = await aVoter()
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => vote(me, { postId: post.id, value: 1 })),
      )
      const on = answers.filter((answer) => answer.value === 1)
      expect(on).toHaveLength(20)
      for (const { status, value, score } of answers) expect([status, score]).toEqual([200, value])
      expect(await voteOf(me, post.id)).toEqual({ status: 200, value: 0 })
    }
  })

  it('of many members on one post all count', async () => {
    const post = await aPost(database)
    const voters = await Promise.all(Array.from({ length: 30 }, () => aVoter()))
    await Promise.all(voters.map((headers) => vote(headers, { postId: post.id, value: 1 })))
    expect(await numbersOf(post.by)).toEqual([30, 30, 30])
  })
})

/** Resolves once PostgreSQL has confirmed that the channel is listened to. */
const listen = async (channel: string, onPayload: (payload: string) => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listener = {
    onConnected: resolve,
    onPayload: (_channel: string, payload: string) => onPayload(payload),
  }
  const listening = listenTo(database.url, [channel], listener, errorsOnly)
  await promise
  return listening
}

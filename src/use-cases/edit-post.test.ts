import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Row = { id: number }
type Headers = Record<string, string>
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const edit = (headers: Headers, { id }: Row, to: object) => send('PATCH', `/api/posts/${id}`, headers, to)
const remove = (headers: Headers, { id }: Row) => send('DELETE', `/api/posts/${id}`, headers)
const session = (of: Row) => seedSession(database, of)
const picture = async (side: number) => toDataUrl(await createTestImage(side, side).png().toBuffer())

describe('Editing a post', () => {
  it('changes the given fields, keeps the link, date, topic and counts, and updates the search index', async () => {
    const by = await seedUser(database)
    const headers = await session(by)
    const topic = await seedTopic(database)
    const before = await seedPost(database, {
      by,
      topic,
      title: 'Numbat',
      models: ['claude'],
      isPrivate: false,
    })
    const other = await seedPost(database, { by, topic, title: 'Quokka' })
    await recomputeCounts(sql)
    const answer = await edit(headers, before, { title: ' Bilby ', prompt: '🦘🦘', models: [] })
    expect(answer).toMatchObject({
      status: 200,
      title: 'Bilby',
      prompt: '🦘🦘',
      promptLength: 2,
      models: [],
      seoSlug: before.seoSlug,
      description: 'A description',
      topicId: topic.id,
      isPrivate: false,
    })
    const found = async (q: string) => (await app.inject({ url: `/api/search?q=${q}`, headers })).json()
    expect([(await found('bilby')).length, (await found('numbat')).length]).toEqual([1, 0])
    const next = (await app.inject({ url: `/api/posts/${other.id}`, headers })).json()
    expect(next).toMatchObject({ title: 'Quokka', prompt: 'Say something useful.' })
    const same = await edit(headers, before, { userId: 1, score: 99 })
    expect(same).toMatchObject({ topicId: topic.id, isPrivate: false, score: 0, userId: by.id })
    expect(same.createdAt).toBe(answer.createdAt)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('begins no new version if only line ends change, as browsers change those of imported prompts', async () => {
    const by = await seedUser(database)
    const post = await seedPost(database, { by, prompt: 'One\r\ntwo\r\nthree' })
    const versionOf = async () =>
      (await sql`select version, prompt_version from posts where id = ${post.id}`)[0]
    const edited = await edit(await session(by), post, { prompt: 'One\ntwo\nthree' })
    expect(edited).toMatchObject({ status: 200, prompt: 'One\r\ntwo\r\nthree' })
    expect(await versionOf()).toEqual({ version: 1, promptVersion: 1 })
    await edit(await session(by), post, { title: 'Renamed', prompt: 'One\ntwo\nthree' })
    expect(await versionOf()).toEqual({ version: 2, promptVersion: 1 })
    await edit(await session(by), post, { prompt: 'One\ntwo\nfour' })
    // Edits within ten minutes share a version.
    expect(await versionOf()).toEqual({ version: 2, promptVersion: 2 })
  })

  it('is rejected with a 412 if another edit came first, also one that shares its version', async () => {
    const by = await seedUser(database)
    const headers = await session(by)
    const post = await seedPost(database, { by })
    const editAt = (revision: string, title: string) =>
      edit({ ...headers, 'if-match': revision }, post, { title })
    const answers = await Promise.all([editAt('"1"', 'One'), editAt('"1"', 'Two')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)).toMatchObject({ code: 'changed-since-read' })
    expect(await editAt('*', 'Any')).toMatchObject({ status: 200, version: 2, revision: 3 })
    for (const stale of ['"1"', '"2"', '"4"', '3', 'W/"3"', '"3", "4"', '""'])
      expect((await editAt(stale, 'Late')).status).toBe(412)
    expect(await editAt('"3"', 'Right')).toMatchObject({ title: 'Right', version: 2, revision: 4 })
  })

  it('refuses fields that another call changes, and names that call', async () => {
    const by = await seedUser(database)
    const post = await seedPost(database, { by })
    const headers = await session(by)
    expect(await edit(headers, post, { title: 'New', isPrivate: true })).toMatchObject({
      status: 400,
      message: 'Use PATCH /api/user/posts to make a post private or public',
      issues: [{ path: 'isPrivate' }],
    })
    expect(await edit(headers, post, { topicId: null })).toMatchObject({
      status: 400,
      message: "A post's topic can't be changed",
    })
    const comment = await seedComment(database, { on: post, by })
    expect(
      await send('PATCH', `/api/comments/${comment.id}`, headers, { content: 'New', postId: 1 }),
    ).toMatchObject({ status: 400, message: "A comment can't be moved" })
    const [stored] = await sql`select title, is_private from posts where id = ${post.id}`
    expect(stored).toEqual({ title: 'A title', isPrivate: false })
  })

  it("answers 401 to visitors, 403 to other members and admins, and 404 for somebody else's private post", async () => {
    const post = await seedPost(database)
    const hidden = await seedPost(database, { isPrivate: true })
    const admin = await session(await seedUser(database, { isAdmin: true }))
    const other = await session(await seedUser(database))
    expect((await edit({}, post, { title: 'x' })).status).toBe(401)
    expect((await edit(other, post, { title: 'x' })).status).toBe(403)
    expect((await edit(admin, post, { title: 'x' })).status).toBe(403)
    expect(await edit(other, hidden, { title: 'x' })).toEqual(
      await edit(other, { id: 2_000_000_000 }, { title: 'x' }),
    )
    expect((await edit(other, hidden, { title: 'x' })).status).toBe(404)
  })

  it('lets a muted member edit only private posts', async () => {
    const by = await seedUser(database, { isMuted: true })
    const headers = await session(by)
    expect(await edit(headers, await seedPost(database, { by }), { title: 'x' })).toMatchObject({
      status: 403,
      message: 'Your account is muted',
    })
    expect(
      (await edit(headers, await seedPost(database, { by, isPrivate: true }), { title: 'x' })).status,
    ).toBe(200)
  })

  it('keeps, adds and removes files, and refuses files that another member uploaded', async () => {
    const by = await seedUser(database)
    const headers = await session(by)
    const post = await seedPost(database, { by })
    const { exampleFiles: first } = await edit(headers, post, { exampleFiles: [await picture(5)] })
    const both = await edit(headers, post, { exampleFiles: [await picture(6), ...first] })
    expect(both.exampleFiles).toEqual([expect.stringMatching(/-6x6\.png$/), ...first])
    expect((await edit(headers, post, { exampleFiles: first })).exampleFiles).toEqual(first)
    const other = await seedUser(database)
    const theirs = await seedPost(database, { by: other })
    const stolen = await edit(await session(other), theirs, { exampleFiles: first })
    expect([stolen.status, stolen.issues[0].path]).toEqual([400, 'exampleFiles.0'])
  })

  it('keeps files that the post already has, such as imported ones', async () => {
    const by = await seedUser(database)
    const post = await seedPost(database, { by })
    const file = `/media/${'0a'.repeat(32)}-12x34.webp`
    await sql`update posts set example_files = ${[file]} where id = ${post.id}`
    expect((await edit(await session(by), post, { exampleFiles: [file] })).exampleFiles).toEqual([file])
  })

  it.each([[{ title: ' ' }], [{ prompt: 'x'.repeat(200_001) }], [{ models: ['skynet'] }], [{ type: '' }]])(
    'refuses %j with 400, like publishing',
    async (to) => {
      const by = await seedUser(database)
      expect((await edit(await session(by), await seedPost(database, { by }), to)).status).toBe(400)
    },
  )
})

it('limits edits per hour and member', async () => {
  const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.01' })
  const by = await seedUser(database)
  const post = await seedPost(database, { by })
  const editAs = async (headers: Headers) =>
    limited.inject({ method: 'PATCH', url: `/api/posts/${post.id}`, headers, payload: { title: 'x' } })
  const own = await session(by)
  for (let n = 0; n < 3; n += 1) expect((await editAs(own)).statusCode).toBe(200)
  const refused = await editAs(own)
  expect([refused.statusCode, refused.json().message]).toEqual([429, expect.any(String)])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await editAs(await session(await seedUser(database)))).statusCode).toBe(403)
})

describe('Deleting a post', () => {
  it('deletes everything that belongs to the post and corrects every stored count', async () => {
    const topic = await seedTopic(database)
    const [owner, friend, third] = [
      await seedUser(database),
      await seedUser(database),
      await seedUser(database),
    ]
    const tangled = async (isPrivate: boolean) => {
      const post = await seedPost(database, { by: owner, topic: isPrivate ? null : topic, isPrivate })
      const comment = await seedComment(database, { on: post, by: friend })
      const answer = await seedComment(database, { on: post, by: owner, parent: comment })
      await sql`insert into votes (user_id, comment_id, value) values (${friend.id}, ${answer.id}, -1)`
      const empty = await seedComment(database, { on: post, by: third })
      await sql`update comments set is_deleted = true, user_id = null where id = ${empty.id}`
      for (const by of [owner, friend, third]) {
        await sql`insert into votes (user_id, post_id, value) values (${by.id}, ${post.id}, ${by === third ? -1 : 1})`
        await sql`insert into votes (user_id, comment_id, value) values (${by.id}, ${comment.id}, 1)`
        await sql`insert into votes (user_id, comment_id, value) values (${by.id}, ${empty.id}, -1)`
        await sql`insert into user_post_bookmarks (user_id, post_id) values (${by.id}, ${post.id})`
        await sql`insert into post_reveals (user_id, post_id) values (${by.id}, ${post.id})`
        await sql`insert into notifications (user_id, type, post_id, from_user_id)
          values (${owner.id}, 'upvote', ${post.id}, ${by.id})`
      }
      return post
    }
    const posts = [await tangled(false), await tangled(true), await tangled(false)]
    await recomputeCounts(sql)
    for (const post of posts.slice(0, 2)) {
      expect((await remove(await session(owner), post)).status).toBe(200)
      expect(await verifyCounts(sql)).toEqual([])
      expect((await remove(await session(owner), post)).status).toBe(404)
    }
    const ids = posts.map(({ id }) => id)
    const [remaining] = await sql`select
      (select count(*)::integer from posts where id = any(${ids})) as posts,
      (select count(*)::integer from notifications where post_id = any(${ids})) as notifications,
      (select count(distinct post_id)::integer from post_reveals where post_id = any(${ids})) as revealed`
    expect(remaining).toEqual({ posts: 1, notifications: 3, revealed: 1 })
    const [{ karma } = { karma: 0 }] = await sql<
      { karma: number }[]
    >`select karma from users where id = ${friend.id}`
    expect(karma).toBe(2)
  })

  it('tells only the owner how many votes would be deleted', async () => {
    const [by, other] = [await seedUser(database), await seedUser(database)]
    const [item, next] = [await seedPost(database, { by }), await seedPost(database, { by })]
    const comment = await seedComment(database, { on: item, by })
    for (const value of [1, -1, 1]) {
      const headers = await session(await seedUser(database))
      await send('POST', '/api/votes', headers, { postId: item.id, value })
      await send('POST', '/api/votes', headers, { commentId: comment.id, value })
    }
    const count = async (of: Row, headers: Headers) => {
      const answer = await app.inject({ url: `/api/posts/${of.id}/votes`, headers })
      return answer.statusCode === 200 ? answer.json() : answer.statusCode
    }
    const own = await session(by)
    expect([await count(item, own), await count(next, own)]).toEqual([{ count: 3 }, { count: 0 }])
    const secret = await seedPost(database, { by, isPrivate: true })
    const others = await session(other)
    expect([await count(item, others), await count(secret, others)]).toEqual([403, 404])
    expect(await count(secret, own)).toEqual({ count: 0 })
  })

  it('is allowed for its owner, muted or not; to others a private post looks missing, and admins must remove posts with a reason', async () => {
    const by = await seedUser(database, { isMuted: true })
    const [post, second] = [await seedPost(database, { by }), await seedPost(database, { by })]
    const hidden = await seedPost(database, { by, isPrivate: true })
    await recomputeCounts(sql)
    const other = await session(await seedUser(database))
    expect((await remove({}, post)).status).toBe(401)
    expect((await remove(other, post)).status).toBe(403)
    expect((await remove(other, hidden)).status).toBe(404)
    expect((await remove(await session(by), post)).status).toBe(200)
    const admin = await session(await seedUser(database, { isAdmin: true }))
    expect((await remove(admin, second)).status).toBe(403)
    expect((await remove(admin, hidden)).status).toBe(403)
    expect(await verifyCounts(sql)).toEqual([])
  })
})

it('keeps every count right while many members publish, edit and delete concurrently', async () => {
  const topics = [await seedTopic(database), await seedTopic(database)]
  await recomputeCounts(sql)
  const members = await Promise.all(Array.from({ length: 4 }, async () => session(await seedUser(database))))
  const statuses = await Promise.all(
    members.flatMap((headers, m) =>
      Array.from({ length: 12 }, async (_, n) => {
        const isPrivate = (n + m) % 3 === 0
        const post = await send('POST', '/api/posts', headers, {
          title: `Shared title ${n % 2}`,
          description: 'Words',
          prompt: `${m} ${n}`,
          type: 'Code',
          topicId: topics[n % 2]?.id,
          isPrivate,
        })
        const edited = await edit(headers, post, { title: `Other ${n}`, prompt: 'y'.repeat(n + 1) })
        const ended = n % 2 ? await remove(headers, post) : edited
        return [post.status, edited.status, ended.status]
      }),
    ),
  )
  expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
  expect(await verifyCounts(sql)).toEqual([])
})

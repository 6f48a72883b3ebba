import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedTopic,
  seedUser,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
type Row = { id: number }

beforeEach(() => deleteRows(sql, 'users', 'topics'))

const vote = (by: Row, on: { post?: Row; comment?: Row }, value = 1) => sql`
  insert into votes (user_id, post_id, comment_id, value)
  values (${by.id}, ${on.post?.id ?? null}, ${on.comment?.id ?? null}, ${value})`
const bookmark = (by: Row, post: Row) => sql`
  insert into user_post_bookmarks (user_id, post_id) values (${by.id}, ${post.id})`

/** Creates three members with interactions of every kind that affects a stored count. */
const aCommunity = async () => {
  const topic = await seedTopic(database)
  const [leaving, staying, third] = [
    await seedUser(database),
    await seedUser(database),
    await seedUser(database),
  ]
  const own = await seedPost(database, { by: leaving, topic })
  const hidden = await seedPost(database, { by: leaving, isPrivate: true })
  const other = await seedPost(database, { by: staying, topic })
  const secret = await seedPost(database, { by: staying, isPrivate: true })
  const othersComment = await seedComment(database, { on: own, by: staying })
  await seedComment(database, { on: own, by: leaving, parent: othersComment })
  const replied = await seedComment(database, { on: other, by: leaving, content: 'my own text' })
  const nested = await seedComment(database, { on: other, by: leaving, parent: replied })
  const reply = await seedComment(database, { on: other, by: third, parent: nested })
  const leaf = await seedComment(database, { on: other, by: leaving, parent: reply })
  const secondReply = await seedComment(database, { on: other, by: staying, parent: reply })
  const disliked = await seedPost(database, { by: staying })
  const ownThread = await seedComment(database, { on: other, by: leaving })
  const ownReply = await seedComment(database, { on: other, by: leaving, parent: ownThread })
  await seedComment(database, { on: secret, by: leaving })
  const votes: [Row, { post?: Row; comment?: Row }, number?][] = [
    [leaving, { post: disliked }, -1],
    ...[own, hidden, other, secret].flatMap((post): [Row, { post: Row }, number?][] => [
      [leaving, { post }],
      [staying, { post }, -1],
      [third, { post }],
    ]),
    ...[othersComment, replied, reply, leaf, ownReply].flatMap(
      (comment): [Row, { comment: Row }, number?][] => [
        [leaving, { comment }, -1],
        [staying, { comment }],
        [third, { comment }],
      ],
    ),
  ]
  for (const [by, on, value] of votes) await vote(by, on, value)
  for (const post of [own, other, secret])
    for (const by of [leaving, staying, third]) await bookmark(by, post)
  await sql`
    insert into user_topic_follows (user_id, topic_id) values (${leaving.id}, ${topic.id}), (${staying.id}, ${topic.id})`
  await sql`insert into post_reveals (user_id, post_id) values (${leaving.id}, ${other.id}), (${staying.id}, ${own.id})`
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id, comment_id)
    values (${staying.id}, 'comment', ${other.id}, ${leaving.id}, ${replied.id}),
      (${leaving.id}, 'upvote', ${own.id}, ${staying.id}, null)`
  await sql`
    insert into moderation_notices (user_id, kind, excerpt, reason)
    values (${leaving.id}, 'comment', 'my rude text', 'Rude'), (${staying.id}, 'post', 'not my text', 'x')`
  await sql`insert into feedback (content, user_id) values ('my feedback', ${leaving.id}), ('not mine', ${staying.id})`
  await sql`
    insert into ad_requests (name, email, user_id)
    values ('my ad', 'ad@example.org', ${leaving.id}), ('not my ad', 'ad@example.org', ${staying.id})`
  await sql`
    insert into topic_requests (name, description, user_id)
    values ('my wish', 'x', ${leaving.id}), ('not my wish', 'x', ${staying.id})`
  await sql`
    insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt)
    values (${leaving.id}, 'my draft', 'my better draft'), (${staying.id}, 'not my draft', 'x')`
  await recomputeCounts(sql)
  expect(await verifyCounts(sql)).toEqual([])
  return {
    leaving,
    staying,
    third,
    own,
    hidden,
    other,
    topic,
    replied,
    nested,
    reply,
    secondReply,
    leaf,
    ownThread,
    ownReply,
  }
}

const remove = async (user: Row, confirm: string) =>
  app.inject({
    method: 'DELETE',
    url: '/api/user',
    headers: await seedSession(database, user),
    payload: { confirm },
  })

describe('Deleting the account', () => {
  it('deletes everything of the member and leaves every count correct', async () => {
    const community = await aCommunity()
    const { leaving, staying, other, topic, replied, nested, reply, secondReply, leaf, ownThread, ownReply } =
      community
    expect((await remove(leaving, leaving.username)).statusCode).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    const references = await sql<{ table: string; column: string }[]>`
      select c.conrelid::regclass::text as table, a.attname::text as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass`
    expect(references.length).toBeGreaterThan(15)
    for (const { table, column } of references)
      expect(
        await sql`select 1 from ${sql(table)} where ${sql(column)} = ${leaving.id}`,
        `${table}.${column}`,
      ).toEqual([])
    expect(await sql`select 1 from notifications`).toHaveLength(0)
    const comments = await sql<{ id: number; content: string; userId: number | null }[]>`
      select id, content, user_id from comments where post_id = ${other.id} order by id`
    expect(comments.map(({ id }) => id)).toEqual([replied.id, nested.id, reply.id, secondReply.id])
    expect(comments.map(({ content }) => content)).toEqual([
      '[deleted]',
      '[deleted]',
      'A comment',
      'A comment',
    ])
    expect(comments.map(({ id }) => id)).not.toEqual(
      expect.arrayContaining([leaf.id, ownThread.id, ownReply.id]),
    )
    const [topicRow] = await sql`select post_count from topics where id = ${topic.id}`
    expect(topicRow).toEqual({ postCount: 1 })
    const [post] = await sql`select score, comment_count, bookmark_count from posts where id = ${other.id}`
    expect(post).toEqual({ score: 0, commentCount: 2, bookmarkCount: 2 })
    expect((await app.inject(`/api/users/${staying.username}`)).statusCode).toBe(200)
    expect((await app.inject(`/api/users/${leaving.username}`)).statusCode).toBe(404)
  })

  it('deletes the words that the member wrote about the posts of others, and no others', async () => {
    const [leaving, author, staying] = [
      await seedUser(database),
      await seedUser(database),
      await seedUser(database),
    ]
    const [post, second] = [
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
    ]
    const headersOf = (user: Row) => seedSession(database, user)
    const send = async (method: 'POST' | 'PATCH' | 'PUT', url: string, by: Row, payload?: object) => {
      const headers = await headersOf(by)
      const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
      expect([url, response.statusCode, response.body]).toEqual([url, 200, expect.anything()])
      return response.json()
    }
    for (const [by, title] of [
      [leaving, 'Shorter'],
      [staying, 'Clearer'],
    ] as const) {
      const path = `/api/posts/${post.id}/suggested-edits`
      const { id } = await send('POST', path, by, { title, reason: `The words of ${by.id}` })
      await send('POST', `${path}/${id}/accept`, author)
    }
    const collection = await seedCollection(database, author, 'public', post)
    await send('PUT', `/api/collections/${collection}/posts/${second.id}`, author)
    for (const [by, item] of [
      [leaving, post],
      [staying, second],
    ] as const) {
      await send('POST', `/api/collections/${collection}/editors`, author, { username: by.username })
      await send('POST', `/api/collections/${collection}/accept`, by)
      await send('PATCH', `/api/collections/${collection}/posts/${item.id}`, by, {
        note: `The words of ${by.id}`,
      })
    }
    const words = async () => ({
      versions: (
        await sql<{ note: string }[]>`select note from post_versions where note <> '' order by number`
      ).map(({ note }) => note),
      items: (
        await sql<{ note: string }[]>`select note from collection_items where note <> '' order by position`
      ).map(({ note }) => note),
    })
    const [deleted, remaining] = [`The words of ${leaving.id}`, `The words of ${staying.id}`]
    expect(await words()).toEqual({
      versions: [deleted, remaining],
      items: [deleted, remaining],
    })
    const response = await app.inject({
      method: 'DELETE',
      url: '/api/user',
      headers: await headersOf(leaving),
      payload: { confirm: leaving.username },
    })
    expect(response.statusCode).toBe(200)
    expect(await words()).toEqual({ versions: [remaining], items: [remaining] })
  })

  it('requires the exact username as confirmation', async () => {
    const user = await seedUser(database, { username: 'Precise' })
    for (const confirm of ['', 'precise', 'Precise '])
      expect((await remove(user, confirm)).statusCode).toBe(400)
    expect(await sql`select 1 from users`).toHaveLength(1)
  })

  it('leaves the counts correct during concurrent votes and two concurrent deletions', async () => {
    const { leaving, staying, third, other, own } = await aCommunity()
    const concurrentVotes = Array.from({ length: 20 }, (_, n) =>
      sql
        .begin(async (tx) => {
          const by = await seedUser({ ...database, sql: tx as never })
          const post = n % 2 ? other : own
          await tx`select 1 from posts where id = ${post.id} for update`
          await tx`insert into votes (user_id, post_id, value) values (${by.id}, ${post.id}, 1)`
          await tx`update posts set score = score + 1 where id = ${post.id}`
          await tx`
            update users set karma = karma + 1, total_upvotes = total_upvotes + 1, total_engagement = total_engagement + 1
            where id = (select user_id from posts where id = ${post.id})`
        })
        .catch(() => {}),
    )
    const responses = await Promise.all([
      remove(leaving, leaving.username),
      remove(third, third.username),
      ...concurrentVotes,
    ])
    expect(responses.slice(0, 2).map((response) => (response as { statusCode: number }).statusCode)).toEqual([
      200, 200,
    ])
    expect(await verifyCounts(sql)).toEqual([])
    expect((await remove(staying, staying.username)).statusCode).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('deletes the local account, so that its token, provider session and password stop working', async () => {
    const browser = new TestClient(app)
    const password = 'a long enough one'
    const neighbour = new TestClient(app)
    await signUp(neighbour, 'neighbour@example.org', password)
    const { token, user } = await signUp(browser, 'leaver@example.org', password)
    await sql`update users set profile_completed = true where id = ${user.id}`
    const response = await browser.json('DELETE', '/api/user', { confirm: user.username })
    expect(response.statusCode).toBe(200)
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await browser.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    const again = new SignInFlow(browser)
    expect((await again.begin()).body).toContain('Password')
    expect((await again.submit({ email: 'leaver@example.org', password })).status).toBe(400)
    expect((await signUp(new TestClient(app), 'leaver@example.org', password)).user.id).not.toBe(user.id)
    expect((await neighbour.json('GET', '/api/auth/me')).statusCode, "another's session").toBe(200)
    expect((await new SignInFlow(neighbour).begin()).location, "another's provider session").toContain(
      'code=',
    )
    const elsewhere = new SignInFlow(new TestClient(app))
    await elsewhere.begin()
    const { location } = await elsewhere.submit({ email: 'neighbour@example.org', password })
    expect(location, "another's password").toContain('code=')
  })
})

describe('The account export', () => {
  it("contains all of the member's data, with files as data strings, and nothing of others", async () => {
    const { leaving, staying, own, hidden, topic } = await aCommunity()
    await seedTopic(database)
    const name = `${'b'.repeat(64)}-9x9.png`
    const folder = path.join(getTestDataDir(app), 'media')
    mkdirSync(path.dirname(path.join(folder, getStoragePath(name))), { recursive: true })
    writeFileSync(path.join(folder, getStoragePath(name)), 'picture')
    await sql`update posts set example_files = ${[`/media/${name}`, 'data:image/png;base64,AAAA']} where id = ${own.id}`
    const headers = await seedSession(database, leaving)
    await seedSession(database, staying)
    const response = await app.inject({ url: '/api/user/export', headers })
    expect(response.headers).toMatchObject({
      'content-disposition': `attachment; filename="${leaving.username}.json"`,
      'cache-control': 'private, no-store',
    })
    const all = response.json()
    expect(
      Object.fromEntries(Object.entries(all).map(([key, list]) => [key, (list as []).length])),
    ).toMatchObject({
      profile: undefined,
      posts: 2,
      comments: 7,
      votes: 10,
      bookmarks: 3,
      follows: 1,
      reveals: 1,
      notifications: 1,
      optimizations: 1,
      feedback: 1,
      adRequests: 1,
      topicRequests: 1,
      sessions: 1,
      removals: 1,
    })
    expect(all.profile).toMatchObject({ username: leaving.username, email: 'secret@example.org' })
    expect(all.posts).toMatchObject([
      { id: own.id, topic: topic.name },
      { id: hidden.id, topic: null },
    ])
    expect(all.follows).toMatchObject([{ topic: topic.name }])
    expect(all.notifications).toMatchObject([{ fromUser: staying.username }])
    expect(all.posts[0].exampleFiles).toEqual([
      `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
      'data:image/png;base64,AAAA',
    ])
    for (const text of ['my own text', 'my feedback', 'my ad', 'my wish', 'my better draft'])
      expect(response.body).toContain(text)
    expect(response.body).not.toContain('not m')
    const others = await app.inject({
      url: '/api/user/export',
      headers: await seedSession(database, staying),
    })
    expect(others.json().profile).toMatchObject({ username: staying.username })
  })

  it('contains every row of long lists', async () => {
    const by = await seedUser(database)
    const topic = await seedTopic(database)
    await sql`
      insert into posts (user_id, topic_id, title, description, prompt, prompt_length, seo_slug)
      select ${by.id}, ${topic.id}, 'T', 'D', 'P', 1, 'slug-' || n from generate_series(1, 1234) n`
    await sql`insert into votes (user_id, post_id, value) select ${by.id}, id, 1 from posts`
    const response = await app.inject({ url: '/api/user/export', headers: await seedSession(database, by) })
    const { posts, votes } = response.json()
    expect([posts.length, new Set(posts.map(({ id }: Row) => id)).size, votes.length]).toEqual([
      1234, 1234, 1234,
    ])
  })
})

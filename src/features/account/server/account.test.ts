import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { placeOf } from '#server/media/place.ts'
import { testApp, testDataDir } from '#tests/support/app.ts'
import { Browser, SignIn, signUp } from '#tests/support/browser.ts'
import { aComment, aPost, aSession, aTopic, aUser } from '#tests/support/builders.ts'
import { countTruly } from '#tests/support/count-truly.ts'
import { testDatabase } from '#tests/support/database.ts'

// A password's hash takes a third of a second on purpose, and more on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const database = await testDatabase()
const { sql } = database
const app = await testApp(database)
type Row = { id: number }

beforeEach(() => sql`truncate users, topics cascade`)

const vote = (by: Row, on: { post?: Row; comment?: Row }, value = 1) => sql`
  insert into votes (user_id, post_id, comment_id, value)
  values (${by.id}, ${on.post?.id ?? null}, ${on.comment?.id ?? null}, ${value})`
const bookmark = (by: Row, post: Row) => sql`
  insert into user_post_bookmarks (user_id, post_id) values (${by.id}, ${post.id})`

/** Two members and a third, tangled in every way that the counts know. */
const aTangle = async () => {
  const topic = await aTopic(database)
  const [gone, stays, third] = [await aUser(database), await aUser(database), await aUser(database)]
  const own = await aPost(database, { by: gone, topic })
  const hidden = await aPost(database, { by: gone, isPrivate: true })
  const other = await aPost(database, { by: stays, topic })
  const secret = await aPost(database, { by: stays, isPrivate: true })
  const guest = await aComment(database, { on: own, by: stays })
  await aComment(database, { on: own, by: gone, parent: guest })
  const answered = await aComment(database, { on: other, by: gone, content: 'my own words' })
  const below = await aComment(database, { on: other, by: gone, parent: answered })
  const reply = await aComment(database, { on: other, by: third, parent: below })
  const leaf = await aComment(database, { on: other, by: gone, parent: reply })
  const rejoinder = await aComment(database, { on: other, by: stays, parent: reply })
  const disliked = await aPost(database, { by: stays })
  const branch = await aComment(database, { on: other, by: gone })
  const twig = await aComment(database, { on: other, by: gone, parent: branch })
  await aComment(database, { on: secret, by: gone })
  const votes: [Row, { post?: Row; comment?: Row }, number?][] = [
    [gone, { post: disliked }, -1],
    ...[own, hidden, other, secret].flatMap((post): [Row, { post: Row }, number?][] => [
      [gone, { post }],
      [stays, { post }, -1],
      [third, { post }],
    ]),
    ...[guest, answered, reply, leaf, twig].flatMap((comment): [Row, { comment: Row }, number?][] => [
      [gone, { comment }, -1],
      [stays, { comment }],
      [third, { comment }],
    ]),
  ]
  for (const [by, on, value] of votes) await vote(by, on, value)
  for (const post of [own, other, secret]) for (const by of [gone, stays, third]) await bookmark(by, post)
  await sql`
    insert into user_topic_follows (user_id, topic_id) values (${gone.id}, ${topic.id}), (${stays.id}, ${topic.id})`
  await sql`insert into post_reveals (user_id, post_id) values (${gone.id}, ${other.id}), (${stays.id}, ${own.id})`
  await sql`
    insert into notifications (user_id, type, post_id, from_user_id, comment_id)
    values (${stays.id}, 'comment', ${other.id}, ${gone.id}, ${answered.id}),
      (${gone.id}, 'upvote', ${own.id}, ${stays.id}, null)`
  await sql`
    insert into removals (user_id, kind, excerpt, reason)
    values (${gone.id}, 'comment', 'my rude words', 'Rude'), (${stays.id}, 'post', 'not my words', 'x')`
  await sql`insert into feedback (content, user_id) values ('my feedback', ${gone.id}), ('not mine', ${stays.id})`
  await sql`
    insert into ad_requests (name, email, user_id)
    values ('my ad', 'ad@example.org', ${gone.id}), ('not my ad', 'ad@example.org', ${stays.id})`
  await sql`
    insert into topic_requests (name, description, user_id)
    values ('my wish', 'x', ${gone.id}), ('not my wish', 'x', ${stays.id})`
  await sql`
    insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt)
    values (${gone.id}, 'my draft', 'my better draft'), (${stays.id}, 'not my draft', 'x')`
  await countTruly(sql)
  expect(await verifyCounts(sql)).toEqual([])
  return {
    gone,
    stays,
    third,
    own,
    hidden,
    other,
    topic,
    answered,
    below,
    reply,
    rejoinder,
    leaf,
    branch,
    twig,
  }
}

const remove = async (user: Row, confirm: string) =>
  app.inject({
    method: 'DELETE',
    url: '/api/user',
    headers: await aSession(database, user),
    payload: { confirm },
  })

describe('Deleting the account', () => {
  it('takes everything along and leaves every count right', async () => {
    const tangle = await aTangle()
    const { gone, stays, other, topic, answered, below, reply, rejoinder, leaf, branch, twig } = tangle
    expect((await remove(gone, gone.username)).statusCode).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    for (const table of ['posts', 'votes', 'user_post_bookmarks', 'user_topic_follows', 'post_reveals'])
      expect(await sql`select 1 from ${sql(table)} where user_id = ${gone.id}`).toHaveLength(0)
    for (const table of [
      'comments',
      'notifications',
      'feedback',
      'ad_requests',
      'topic_requests',
      'sessions',
    ])
      expect(await sql`select 1 from ${sql(table)} where user_id = ${gone.id}`).toHaveLength(0)
    expect(await sql`select 1 from notifications`).toHaveLength(0)
    const comments = await sql<{ id: number; content: string; userId: number | null }[]>`
      select id, content, user_id from comments where post_id = ${other.id} order by id`
    expect(comments.map(({ id }) => id)).toEqual([answered.id, below.id, reply.id, rejoinder.id])
    expect(comments.map(({ content }) => content)).toEqual([
      ...['[deleted]', '[deleted]', 'A comment', 'A comment'],
    ])
    expect(comments.map(({ id }) => id)).not.toEqual(expect.arrayContaining([leaf.id, branch.id, twig.id]))
    const [left] = await sql`select post_count from topics where id = ${topic.id}`
    expect(left).toEqual({ postCount: 1 })
    const [post] = await sql`select score, comment_count, bookmark_count from posts where id = ${other.id}`
    expect(post).toEqual({ score: 0, commentCount: 2, bookmarkCount: 2 })
    expect((await app.inject(`/api/users/${stays.username}`)).statusCode).toBe(200)
    expect((await app.inject(`/api/users/${gone.username}`)).statusCode).toBe(404)
  })

  it('wants the username typed, exactly', async () => {
    const user = await aUser(database, { username: 'Precise' })
    for (const confirm of ['', 'precise', 'Precise '])
      expect((await remove(user, confirm)).statusCode).toBe(400)
    expect(await sql`select 1 from users`).toHaveLength(1)
  })

  it('leaves the counts right while others go on voting and commenting, and two leave at once', async () => {
    const { gone, stays, third, other, own } = await aTangle()
    const noise = Array.from({ length: 20 }, (_, n) =>
      sql
        .begin(async (tx) => {
          const by = await aUser({ ...database, sql: tx as never })
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
    const answers = await Promise.all([remove(gone, gone.username), remove(third, third.username), ...noise])
    expect(answers.slice(0, 2).map((answer) => (answer as { statusCode: number }).statusCode)).toEqual([
      200, 200,
    ])
    expect(await verifyCounts(sql)).toEqual([])
    expect((await remove(stays, stays.username)).statusCode).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('takes the local account along: its token, its provider session and its password open nothing', async () => {
    const browser = new Browser(app)
    const password = 'a long enough one'
    const neighbour = new Browser(app)
    await signUp(neighbour, 'neighbour@example.org', password)
    const { token, user } = await signUp(browser, 'leaver@example.org', password)
    await sql`update users set profile_completed = true where id = ${user.id}`
    const answer = await browser.json('DELETE', '/api/user', { confirm: user.username })
    expect(answer.statusCode).toBe(200)
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await browser.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    const again = new SignIn(browser)
    expect((await again.begin()).body).toContain('Password')
    expect((await again.submit({ email: 'leaver@example.org', password })).status).toBe(400)
    expect((await signUp(new Browser(app), 'leaver@example.org', password)).user.id).not.toBe(user.id)
    expect((await neighbour.json('GET', '/api/auth/me')).statusCode, "another's session").toBe(200)
    expect((await new SignIn(neighbour).begin()).location, "another's provider session").toContain('code=')
    const elsewhere = new SignIn(new Browser(app))
    await elsewhere.begin()
    const { location } = await elsewhere.submit({ email: 'neighbour@example.org', password })
    expect(location, "another's password").toContain('code=')
  })
})

describe('The export', () => {
  it('contains everything of one, with files as data strings, and nothing of others', async () => {
    const { gone, stays, own, hidden, topic } = await aTangle()
    await aTopic(database)
    const name = `${'b'.repeat(64)}-9x9.png`
    const folder = path.join(testDataDir(app), 'media')
    mkdirSync(path.dirname(path.join(folder, placeOf(name))), { recursive: true })
    writeFileSync(path.join(folder, placeOf(name)), 'picture')
    await sql`update posts set example_files = ${[`/media/${name}`, 'data:image/png;base64,AAAA']} where id = ${own.id}`
    const headers = await aSession(database, gone)
    await aSession(database, stays)
    const answer = await app.inject({ url: '/api/user/export', headers })
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="${gone.username}.json"`,
      'cache-control': 'private, no-store',
    })
    const all = answer.json()
    expect(Object.fromEntries(Object.entries(all).map(([key, list]) => [key, (list as []).length]))).toEqual({
      ...{ profile: undefined, posts: 2, comments: 7, votes: 10, bookmarks: 3, follows: 1, reveals: 1 },
      ...{
        notifications: 1,
        optimizations: 1,
        feedback: 1,
        adRequests: 1,
        topicRequests: 1,
        sessions: 1,
        removals: 1,
      },
    })
    expect(all.profile).toMatchObject({ username: gone.username, email: 'secret@example.org' })
    expect(all.posts).toMatchObject([
      { id: own.id, topic: topic.name },
      { id: hidden.id, topic: null },
    ])
    expect(all.follows).toMatchObject([{ topic: topic.name }])
    expect(all.notifications).toMatchObject([{ fromUser: stays.username }])
    expect(all.posts[0].exampleFiles).toEqual([
      `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
      'data:image/png;base64,AAAA',
    ])
    for (const words of ['my own words', 'my feedback', 'my ad', 'my wish', 'my better draft'])
      expect(answer.body).toContain(words)
    expect(answer.body).not.toContain('not m')
    const others = await app.inject({ url: '/api/user/export', headers: await aSession(database, stays) })
    expect(others.json().profile).toMatchObject({ username: stays.username })
  })

  it('of many things goes page by page', async () => {
    const by = await aUser(database)
    const topic = await aTopic(database)
    await sql`
      insert into posts (user_id, topic_id, title, description, prompt, prompt_length, seo_slug)
      select ${by.id}, ${topic.id}, 'T', 'D', 'P', 1, 'slug-' || n from generate_series(1, 1234) n`
    await sql`insert into votes (user_id, post_id, value) select ${by.id}, id, 1 from posts`
    const answer = await app.inject({ url: '/api/user/export', headers: await aSession(database, by) })
    const { posts, votes } = answer.json()
    expect([posts.length, new Set(posts.map(({ id }: Row) => id)).size, votes.length]).toEqual([
      1234, 1234, 1234,
    ])
  })
})

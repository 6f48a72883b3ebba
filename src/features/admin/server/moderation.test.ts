import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { userSortOptions } from '#features/members/contract.ts'
import type { SqlFragment } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import type { ActivityDay } from '../contract.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const adminUser = await seedUser(database, { username: 'FirstAdmin', isAdmin: true })
const admin = await seedSession(database, adminUser)
const second = await seedSession(
  database,
  await seedUser(database, { username: 'SecondAdmin', isAdmin: true }),
)

type Headers = Record<string, string>
const send = async (method: string, url: string, payload?: object, headers: Headers = admin) => {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const rows = async (url: string) => (await send('GET', url)).body
const acts = async (target: number): Promise<Record<string, unknown>[]> =>
  (await rows('/api/admin/acts?limit=50')).filter((act: { targetId: number }) => act.targetId === target)

describe('The list of users', () => {
  it('pages in each sort order without repeating or skipping users, and shows their counts', async () => {
    for (let n = 0; n < 7; n += 1) {
      const { id } = await seedUser(database, { username: `Paged${n}` })
      await sql`update users set post_count = ${n % 3}, total_engagement = ${n} where id = ${id}`
    }
    const [{ total }] = (await sql`select count(*)::integer as total from users`) as unknown as [
      { total: number },
    ]
    const orders: Record<string, string[]> = {}
    for (const sort of userSortOptions) {
      const ids: number[] = []
      for (let offset = 0; offset < total; offset += 3) {
        const page = await rows(`/api/admin/users?limit=3&offset=${offset}&sort=${sort}`)
        ids.push(...page.map(({ id }: { id: number }) => id))
      }
      expect(new Set(ids).size, sort).toBe(total)
      orders[sort] = ids.map(String)
    }
    for (const sort of ['name', 'posts', 'upvotes', 'engagement'])
      expect(orders[`${sort}-${sort === 'name' ? 'desc' : 'asc'}`], sort).toEqual(orders[sort]?.toReversed())
    expect(orders.oldest).toEqual(orders.newest?.toReversed())
    const [first] = await rows('/api/admin/users?limit=1&sort=engagement')
    expect(first).toMatchObject({ username: 'Paged6', totalEngagement: 6, postCount: 0, totalUpvotes: 0 })
    await sql`update users set post_count = 0, total_engagement = 0`
  })

  it('is searched by any part of the username or email, with LIKE wildcards taken literally', async () => {
    await seedUser(database, { username: 'Findable', email: 'odd_one%@example.net' })
    const names = async (q: string) =>
      (await rows(`/api/admin/users/search?q=${encodeURIComponent(q)}`)).map(
        ({ username }: { username: string }) => username,
      )
    expect(await names('INDAB')).toEqual(['Findable'])
    expect(await names('one%')).toEqual(['Findable'])
    expect(await names('d_o')).toEqual(['Findable'])
    expect(await names('%%')).toEqual([])
    expect((await send('GET', `/api/admin/users/search?q=${'x'.repeat(301)}`)).status).toBe(400)
    expect((await send('GET', '/api/admin/users?sort=karma')).status).toBe(400)
  })
})

describe('Muting', () => {
  it('takes effect in every session immediately, like unmuting; each is recorded once', async () => {
    const user = await seedUser(database)
    const sessions = [await seedSession(database, user), await seedSession(database, user)]
    const neighbours = [await seedUser(database), await seedUser(database, { isMuted: true })]
    const areMuted = async () =>
      (
        await sql`select is_muted from users where id = any(${neighbours.map(({ id }) => id)}) order by id`
      ).map(({ isMuted }) => isMuted)
    const vote = async (headers: Headers | undefined) =>
      (await send('POST', '/api/feedback', { content: 'Hello' }, headers ?? {})).status
    expect(await vote(sessions[0])).toBe(200)
    const both = await Promise.all(
      [admin, second].map((by) => send('PATCH', `/api/admin/users/${user.id}/mute`, undefined, by)),
    )
    expect(both.map(({ status, body }) => [status, body.isMuted])).toEqual([
      [200, true],
      [200, true],
    ])
    for (const headers of sessions) expect(await vote(headers)).toBe(403)
    expect(await areMuted()).toEqual([false, true])
    expect((await send('PATCH', `/api/admin/users/${user.id}/unmute?reason=They%20asked`)).body).toEqual({
      isMuted: false,
    })
    for (const headers of sessions) expect(await vote(headers)).toBe(200)
    expect(await areMuted()).toEqual([false, true])
    const recorded = await acts(user.id)
    expect(recorded.map(({ action }) => action)).toEqual(['unmute-user', 'mute-user'])
    expect(recorded[0]).toMatchObject({
      admin: 'FirstAdmin',
      target: user.username,
      before: { isMuted: true },
      after: { isMuted: false },
      reason: 'They asked',
    })
  })

  it('undoes the decision when it ends, and does nothing twice', async () => {
    const user = await seedUser(database)
    await send('PATCH', `/api/admin/users/${user.id}/mute`)
    for (let time = 0; time < 2; time += 1)
      await send('PATCH', `/api/admin/users/${user.id}/unmute?reason=An%20error`)
    const decisions = await sql`
      select d.action, d.reversed_at is not null as is_reversed, d.reversal_words
      from moderation_decisions d join moderation_cases c on c.id = d.case_id where c.author_id = ${user.id}`
    expect(decisions).toEqual([{ action: 'mute', isReversed: true, reversalWords: 'An error' }])
    expect((await acts(user.id)).map(({ action }) => action)).toEqual(['unmute-user', 'mute-user'])
  })

  it('applies to somebody who is suspended, and to one whose mute has ended by itself', async () => {
    const suspended = await seedUser(database)
    const muted = await seedUser(database)
    await sql`update users set is_suspended = true where id = ${suspended.id}`
    await sql`update users set is_muted = true, muted_until = now() - interval '1 hour' where id = ${muted.id}`
    for (const { id } of [suspended, muted]) await send('PATCH', `/api/admin/users/${id}/mute`)
    expect(
      await sql`select is_muted, muted_until from users where id in (${suspended.id}, ${muted.id})`,
    ).toEqual([
      { isMuted: true, mutedUntil: null },
      { isMuted: true, mutedUntil: null },
    ])
  })

  it('is refused for admins and unknown users', async () => {
    const other = await seedUser(database, { isAdmin: true })
    for (const url of [`/api/admin/users/${other.id}/mute`, `/api/admin/users/${adminUser.id}/mute`])
      expect(await send('PATCH', url)).toMatchObject({
        status: 403,
        body: { message: 'Admins cannot be muted or deleted' },
      })
    expect((await send('DELETE', `/api/admin/users/${other.id}`)).status).toBe(403)
    expect((await send('PATCH', '/api/admin/users/2000000000/mute')).status).toBe(404)
    expect((await send('DELETE', '/api/admin/users/2000000000')).status).toBe(404)
    expect((await send('GET', '/api/admin/users/2000000000/belongings')).status).toBe(404)
    expect(await acts(other.id)).toEqual([])
  })
})

describe('Deleting a user', () => {
  it('deletes all their content and sessions, and succeeds for one of two simultaneous admins', async () => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    const post = await seedPost(database, { by: user })
    await seedPost(database, { by: user, isPrivate: true })
    const others = await seedPost(database)
    await seedComment(database, { on: others, by: user })
    await seedComment(database, { on: post })
    for (const { id } of [user, others.by]) {
      await sql`insert into votes (user_id, post_id, value) values (${id}, ${post.id}, 1), (${id}, ${others.id}, 1)`
      await sql`insert into user_post_bookmarks (user_id, post_id) values (${id}, ${others.id})`
    }
    await recomputeCounts(sql)
    expect(await rows(`/api/admin/users/${user.id}/belongings`)).toEqual({
      posts: 2,
      comments: 1,
      votes: 2,
      bookmarks: 1,
    })
    const both = await Promise.all(
      [admin, second].map((by) => send('DELETE', `/api/admin/users/${user.id}`, undefined, by)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await send('GET', '/api/auth/me', undefined, headers)).status).toBe(401)
    expect((await send('GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect(await verifyCounts(sql)).toEqual([])
    expect(await acts(user.id)).toMatchObject([
      { action: 'delete-user', target: 'deleted account', before: { posts: 2 } },
    ])
  })

  it('leaves every count right after thousands of votes and comments', async () => {
    const user = await seedUser(database)
    await sql`
      with author as (
        insert into users (username, google_id, profile_completed)
        select 'Heavy' || n, 'test:heavy' || n, true from generate_series(1, 50) n returning id
      ), new_posts as (
        insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
        select id, 'T', 'D', 'P', 1, 'heavy-' || id || '-' || n from author, generate_series(1, 60) n returning id
      ), voted as (
        insert into votes (user_id, post_id, value) select ${user.id}, id, 1 from new_posts
      ), revealed as (
        insert into post_reveals (user_id, post_id) select ${user.id}, id from new_posts
      )
      insert into comments (post_id, user_id, content) select id, ${user.id}, 'Words' from new_posts limit 500`
    await recomputeCounts(sql)
    expect((await send('DELETE', `/api/admin/users/${user.id}`)).status).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    const [totals] = await sql`
      select sum(karma)::integer as karma, sum(total_engagement)::integer as engagement from users`
    expect(totals).toEqual({ karma: 0, engagement: 0 })
  })
})

describe('The audit log', () => {
  it('keeps the actions of admins whose account was deleted, and can be searched', async () => {
    const deletedAdmin = await seedUser(database, { username: 'GoneAdmin', isAdmin: true })
    const headers = await seedSession(database, deletedAdmin)
    const { body } = await send('POST', '/api/admin/topics', { name: 'Kept in mind' }, headers)
    await sql`update users set is_admin = false where id = ${deletedAdmin.id}`
    expect((await send('DELETE', `/api/admin/users/${deletedAdmin.id}`)).status).toBe(200)
    expect(await rows('/api/admin/acts?q=kept%20in%20mind&action=create-topic')).toMatchObject([
      { admin: 'deleted account', target: 'Kept in mind', targetId: body.id, before: null },
    ])
    expect(await rows('/api/admin/acts?q=nobody%20did')).toEqual([])
    await send('POST', '/api/admin/topics?reason=Wanted%20by%2010%25', { name: 'Of its own' })
    for (const q of ['FIRSTADMIN', 'its own', 'by 10%'])
      expect((await rows(`/api/admin/acts?q=${encodeURIComponent(q)}`))[0], q).toMatchObject({
        target: 'Of its own',
        reason: 'Wanted by 10%',
      })
  })
})

describe('Reveal statistics', () => {
  it('count reveals, and follow deletions', async () => {
    await deleteRows(sql, 'posts')
    const readers = [await seedUser(database), await seedUser(database)]
    const topic = await seedTopic(database, { name: 'Optics' })
    const [often, once] = [
      await seedPost(database, { title: 'Often seen', topic }),
      await seedPost(database, { title: 'Once seen' }),
    ]
    await seedPost(database, { title: 'Never seen' })
    await recomputeCounts(sql)
    for (const [index, reader] of readers.entries()) {
      const headers = await seedSession(database, reader)
      for (const post of index ? [often] : [often, once, often])
        await send('POST', '/api/user/reveal', { postId: post.id }, headers)
    }
    const stats = async (query = '') =>
      (await rows(`/api/post-reveals/stats${query}`)).map((stat: { title: string; totalReveals: number }) => [
        stat.title,
        stat.totalReveals,
      ])
    expect(await stats()).toEqual([
      ['Often seen', 2],
      ['Once seen', 1],
    ])
    expect(await stats('?sort=fewest&limit=1')).toEqual([['Once seen', 1]])
    expect(await stats('?q=OFTEN')).toEqual([['Often seen', 2]])
    await sql`update posts set title = 'Now and again' where id = ${once.id}`
    expect(await stats('?q=again')).toEqual([['Now and again', 1]])
    expect(await stats('?q=once')).toEqual([])
    expect((await rows('/api/post-reveals/stats'))[0].post).toMatchObject({
      type: 'Text',
      score: 0,
      seoSlug: often.seoSlug,
      topicId: topic.id,
      topic: { name: 'Optics' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect((await send('DELETE', `/api/admin/users/${readers[0]?.id}`)).status).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    expect((await stats())[0]).toEqual(['Often seen', 1])
  })

  it('count activity per UTC day, with today last', async () => {
    for (let n = 0; n < 6; n += 1) await seedUser(database)
    // The request may run past midnight UTC, so the last day may be the date before or after the request.
    const dayOf = (time: SqlFragment) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD')`
    const today = async () => (await sql`select ${dayOf(sql`now()`)} as day`)[0]?.day
    const before = await today()
    const days: ActivityDay[] = await rows('/api/admin/activity?days=90')
    expect([before, await today()]).toContain(days.at(-1)?.day)
    expect(days).toHaveLength(90)
    expect(days.filter(({ signUps }) => signUps).map(({ day, signUps }) => ({ day, signUps }))).toEqual([
      ...(await sql`select ${dayOf(sql`created_at`)} as day, count(*)::integer as sign_ups from users
        group by 1 order by 1`),
    ])
    expect(days.at(0)).toMatchObject({ signUps: 0, posts: 0, reveals: 0, optimizations: 0 })
    expect((await send('GET', '/api/admin/activity?days=31')).status).toBe(400)
  })
})

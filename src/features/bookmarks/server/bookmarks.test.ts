import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Row = { id: number }
type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'DELETE'

const send = async (method: Method, headers: Headers, id: unknown) => {
  const response = await app.inject({ method, url: `/api/posts/${id}/bookmark`, headers })
  return { status: response.statusCode, ...response.json() }
}
const list = async (headers: Headers, query = '') => {
  const response = await app.inject({ url: `/api/user/bookmarks${query}`, headers })
  return { status: response.statusCode, cards: response.json() }
}
const idsOf = async (headers: Headers, query = '') =>
  (await list(headers, query)).cards.map(({ id }: Row) => id)
const aMember = async (more = {}) => seedSession(database, await seedUser(database, more))
const engagementOf = async ({ id }: Row) =>
  (await sql`select total_engagement from users where id = ${id}`)[0]?.totalEngagement
const notificationsOf = ({ id }: Row) =>
  sql`select type, post_id, comment_id, from_user_id from notifications where user_id = ${id}`

describe('A bookmark', () => {
  it('can be added and removed repeatedly with the same result and correct counts', async () => {
    const post = await seedPost(database)
    const [me, other] = [await aMember(), await aMember()]
    await recomputeCounts(sql)
    const steps: [Method, Headers, boolean, number][] = [
      ['GET', me, false, 0],
      ['POST', me, true, 1],
      ['POST', me, true, 1],
      ['GET', other, false, 1],
      ['POST', other, true, 2],
      ['GET', me, true, 2],
      ['DELETE', me, false, 1],
      ['DELETE', me, false, 1],
      ['GET', other, true, 1],
    ]
    for (const [method, headers, isBookmarked, bookmarkCount] of steps)
      expect(await send(method, headers, post.id)).toEqual({ status: 200, isBookmarked, bookmarkCount })
    expect(await engagementOf(post.by)).toBe(1)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('is 401 for visitors, 403 without a completed profile, and allowed for muted members and admins', async () => {
    const post = await seedPost(database)
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await send(method, {}, post.id)).status, method).toBe(401)
    const incomplete = await aMember({ profileCompleted: false })
    for (const method of ['POST', 'DELETE'] as const)
      expect((await send(method, incomplete, post.id)).status, method).toBe(403)
    expect((await send('POST', await aMember({ isMuted: true }), post.id)).status).toBe(200)
    expect((await send('POST', await aMember({ isAdmin: true }), post.id)).status).toBe(200)
    expect((await list({})).status).toBe(401)
  })

  it('responds with the same 404 for hidden and nonexistent posts', async () => {
    const hidden = await seedPost(database, { isPrivate: true })
    const me = await aMember()
    for (const id of [hidden.id, 2_000_000_000, 'abc', 0, '1e3'])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect((await send(method, me, id)).status, `${method} ${id}`).toBe(404)
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers: me })
    expect(await send('POST', me, hidden.id)).toEqual({ status: 200, isBookmarked: true, bookmarkCount: 1 })
    // Bookmarks on a private post do not count as engagement.
    expect(await engagementOf(hidden.by)).toBe(0)
    expect(await idsOf(me)).toEqual([hidden.id])
    await sql`delete from private_post_grants where post_id = ${hidden.id}`
    expect(await idsOf(me)).toEqual([])
  })

  it('notifies the author once, however often it is toggled, and never of their own bookmark', async () => {
    const by = await seedUser(database)
    const post = await seedPost(database, { by })
    const own = await seedSession(database, by)
    await send('POST', own, post.id)
    expect(await notificationsOf(by)).toEqual([])
    expect(await engagementOf(by)).toBe(0)
    const user = await seedUser(database)
    const me = await seedSession(database, user)
    for (let n = 0; n < 3; n += 1) {
      await send('POST', me, post.id)
      await send('DELETE', me, post.id)
    }
    const notification = { type: 'bookmark', postId: post.id, commentId: null, fromUserId: user.id }
    expect(await notificationsOf(by)).toEqual([notification])
  })

  it('stays consistent under concurrent requests of one member', async () => {
    const post = await seedPost(database)
    const me = await aMember()
    await recomputeCounts(sql)
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(n % 2 ? 'POST' : 'DELETE', me, post.id)),
    )
    for (const { status, isBookmarked, bookmarkCount } of responses)
      expect([status, bookmarkCount]).toEqual([200, isBookmarked ? 1 : 0])
    const { isBookmarked, bookmarkCount } = await send('GET', me, post.id)
    expect(bookmarkCount).toBe(isBookmarked ? 1 : 0)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('is rate limited per member', async () => {
    const strict = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.005' })
    const post = await seedPost(database)
    const me = await aMember()
    const statuses = []
    for (let n = 0; n < 4; n += 1) {
      const url = `/api/posts/${post.id}/bookmark`
      // Uses a separate IP address, so that the other tests' writes do not count towards this test's rate
      // limit.
      const remoteAddress = '10.0.0.1'
      statuses.push((await strict.inject({ method: 'POST', url, headers: me, remoteAddress })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('The list of bookmarks', () => {
  it('is paged with the newest bookmark first while bookmarks are added and removed', async () => {
    const me = await aMember()
    const posts = []
    for (let n = 0; n < 7; n += 1) posts.unshift((await seedPost(database)).id)
    for (const id of posts.toReversed()) await send('POST', me, id)
    expect(await idsOf(me)).toEqual(posts)
    const { cards } = await list(me, '?limit=3')
    expect(cards).toHaveLength(3)
    expect(cards[0]).toMatchObject({ isBookmarked: true, bookmarkCount: 1, title: 'A title' })
    const last = cards.at(-1)
    const after = `${Date.parse(last.bookmarkedAt)}_${last.id}`
    await send('POST', me, (await seedPost(database)).id)
    await send('DELETE', me, last.id)
    expect(await idsOf(me, `?limit=10&after=${after}`)).toEqual(posts.slice(3))
    for (const junk of ['?limit=0', '?limit=51', '?after=x', `?q=${'x'.repeat(301)}`])
      expect((await list(me, junk)).status, junk).toBe(400)
  })

  it('contains every bookmark once, even with identical times', async () => {
    const me = await aMember()
    const posts = []
    for (let n = 0; n < 5; n += 1) posts.push((await seedPost(database)).id)
    for (const id of posts) await send('POST', me, id)
    const moment = '2026-01-01T00:00:00.000Z'
    await sql`update user_post_bookmarks set created_at = ${moment} where post_id = any(${posts}::integer[])`
    const seen: number[] = []
    for (let after = ''; seen.length < posts.length; after = `&after=${Date.parse(moment)}_${seen.at(-1)}`) {
      const ids = await idsOf(me, `?limit=2${after}`)
      expect(ids.length).toBeGreaterThan(0)
      seen.push(...ids)
    }
    expect(seen).toEqual(posts.toReversed())
  })

  it('can be searched by words, phrases, type, model, topic and author, including private posts', async () => {
    const me = await aMember()
    const topic = await seedTopic(database, { name: 'Slow Cooking' })
    const by = await seedUser(database, { username: 'Marguerite' })
    const soup = await seedPost(database, { by, topic, title: 'Onion soup', models: ['chatgpt'] })
    const code = await seedPost(database, { title: 'A parser', type: 'Code', prompt: 'Parse onions.' })
    const hidden = await seedPost(database, { title: 'Secret garden', isPrivate: true })
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers: me })
    const notBookmarked = await seedPost(database, { title: 'Onion tart' })
    for (const { id } of [soup, code, hidden]) await send('POST', me, id)
    const found: [q: string, ids: number[]][] = [
      ['onion', [code.id, soup.id]],
      ['"onion soup"', [soup.id]],
      ['onion -soup', [code.id]],
      ['type:code', [code.id]],
      ['model:chatgpt', [soup.id]],
      ['topic:slow-cooking', [soup.id]],
      ['topic:slow', [soup.id]],
      ['topic:gardening', []],
      ['author:nobody', []],
      ['author:marguerite onion', [soup.id]],
      ['garden', [hidden.id]],
      ['nothing-like-it', []],
      ['   ', [hidden.id, code.id, soup.id]],
      ["'); drop table posts; --", []],
    ]
    for (const [q, ids] of found) expect(await idsOf(me, `?q=${encodeURIComponent(q)}`), q).toEqual(ids)
    expect(notBookmarked.id).toBeGreaterThan(0)
  })

  it('finds current words of a private post, even without a row in private_post_search', async () => {
    const me = await aMember()
    const { id, privateId } = await seedPost(database, { title: 'Moonlit harbor', isPrivate: true })
    await app.inject({ url: `/api/private/${privateId}`, headers: me })
    await send('POST', me, id)
    const isFound = async (q: string) => (await idsOf(me, `?q=${q}`)).includes(id)
    expect(await isFound('moonlit')).toBe(true)
    await sql`update posts set title = 'Sunny harbor' where id = ${id}`
    await indexPosts(sql, [id])
    expect([await isFound('moonlit'), await isFound('sunny')]).toEqual([false, true])
    await sql`delete from private_post_search where post_id = ${id}`
    expect([await isFound('moonlit'), await isFound('sunny')]).toEqual([false, true])
    await indexPosts(sql, [id])
    await sql`update posts set is_private = false, private_id = null where id = ${id}`
    await indexPosts(sql, [id])
    expect(await sql`select from private_post_search where post_id = ${id}`).toHaveLength(0)
    expect(await isFound('sunny')).toBe(true)
  })

  it('takes eight queries with a search, one of which counts for its limit, whatever its length', async () => {
    const me = await aMember()
    for (let n = 0; n < 12; n += 1) await send('POST', me, (await seedPost(database)).id)
    queries.length = 0
    expect(await idsOf(me, '?limit=50&q=title')).toHaveLength(12)
    expect(queries).toHaveLength(8)
  })
})

describe('Removing several bookmarks', () => {
  const remove = async (headers: Headers, ids: number[]) => {
    const response = await app.inject({
      method: 'DELETE',
      url: '/api/user/bookmarks',
      headers,
      payload: { ids },
    })
    return { status: response.statusCode, ...response.json() }
  }

  it('corrects the counts of posts and authors, and can be repeated', async () => {
    const [author, me, other] = [await seedUser(database), await aMember(), await aMember({ isMuted: true })]
    const posts = [
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
      await seedPost(database),
    ]
    const ids = posts.map(({ id }) => id)
    const unmarked = await seedPost(database)
    await recomputeCounts(sql)
    for (const id of ids) for (const headers of [me, other]) await send('POST', headers, id)
    for (const headers of [me, me, other]) {
      expect(await remove(headers, [...ids.slice(0, 2), unmarked.id])).toEqual({
        status: 200,
        done: [...ids.slice(0, 2), unmarked.id],
        failed: [],
      })
      expect(await idsOf(headers)).toEqual(ids.slice(2))
      expect(await engagementOf(author)).toBe(headers === other ? 0 : 2)
    }
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('refuses posts that the member cannot see like unknown ones', async () => {
    const [hidden, post] = [await seedPost(database, { isPrivate: true }), await seedPost(database)]
    const me = await aMember()
    await send('POST', me, post.id)
    const failed = [hidden.id, 2_000_000_000].map((id) => ({
      id,
      code: 'post-not-found',
      message: 'Post not found',
    }))
    expect(await remove(me, [hidden.id, 2_000_000_000, post.id])).toEqual({
      status: 200,
      done: [post.id],
      failed,
    })
    expect(await idsOf(me)).toEqual([])
  })
})

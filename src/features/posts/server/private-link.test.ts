import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { markPostsDeleted } from './delete-posts-query.ts'
import { insertPrivateLinkGrant } from './store.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const get = async (url: string, headers = {}) => {
  const { statusCode, headers: replyHeaders } = await app.inject({ url, headers })
  return [statusCode, replyHeaders['cache-control'], replyHeaders.etag]
}
const PRIVATE = 'private, no-store'

describe("a visitor's responses about a private post", () => {
  it('are never cached, and become 404 as soon as the post is deleted', async () => {
    const post = await seedPost(database, { isPrivate: true })
    await seedComment(database, { on: post })
    const urls = [
      `/api/private/${post.privateId}`,
      `/api/private/${post.privateId}/comments`,
      `/api/posts/${post.id}/comments?privateId=${post.privateId}`,
    ]
    for (const url of [...urls, ...urls])
      expect([url, ...(await get(url))]).toEqual([url, 200, PRIVATE, undefined])
    const waiting = await Promise.all(urls.flatMap((url) => [get(url), get(url), get(url)]))
    expect(waiting.map(([status]) => status)).toEqual(waiting.map(() => 200))
    const headers = await seedSession(database, post.by)
    expect((await app.inject({ method: 'DELETE', url: `/api/posts/${post.id}`, headers })).statusCode).toBe(
      200,
    )
    for (const url of urls) expect([url, ...(await get(url))]).toEqual([url, 404, PRIVATE, undefined])
  })

  it('are never cached for an unknown link either', async () => {
    for (const url of [
      '/api/private/guess',
      '/api/private/guess/comments',
      `/api/private/${'x'.repeat(101)}`,
    ])
      expect([url, ...(await get(url))]).toEqual([url, 404, PRIVATE, undefined])
  })

  it('are 404 for a new link that its author requests while the post is deleted', async () => {
    const post = await seedPost(database, { isPrivate: true })
    await seedComment(database, { on: post })
    const headers = await seedSession(database, post.by)
    const renewal = await database.sql.begin(async (tx) => {
      await markPostsDeleted(tx, [post.id])
      const url = `/api/posts/${post.id}/private-link`
      const response = app.inject({ method: 'POST', url, headers })
      await waitForBlockedProcess(database)
      return { response }
    })
    expect((await renewal.response).statusCode).toBe(404)
  })

  it("contain only that post's comments", async () => {
    const post = await seedPost(database, { isPrivate: true })
    const other = await seedPost(database, { isPrivate: true })
    await seedComment(database, { on: post, content: 'Said here' })
    const elsewhere = await seedComment(database, { on: other, content: 'Said elsewhere' })
    const url = `/api/private/${post.privateId}/comments`
    expect((await app.inject(url)).json().comments).toMatchObject([{ content: 'Said here' }])
    expect(await get(`${url}?at=${elsewhere.id}`)).toEqual([404, PRIVATE, undefined])
    expect((await app.inject(`${url}?parentId=${elsewhere.id}`)).json().comments).toEqual([])
  })
})

describe('renewing a private link', () => {
  const renew = async (post: { id: number; by: { id: number } }) => {
    const headers = await seedSession(database, post.by)
    return app.inject({ method: 'POST', url: `/api/posts/${post.id}/private-link`, headers })
  }

  it('gives the post a new link of at least 128 random bits and disables the old one immediately', async () => {
    const post = await seedPost(database, { isPrivate: true, title: 'Hidden' })
    const links = new Set([post.privateId])
    for (let n = 0; n < 3; n += 1) {
      const answer = await renew(post)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, PRIVATE])
      const { privateId, url } = answer.json()
      expect(Buffer.from(privateId, 'base64url').length).toBeGreaterThanOrEqual(16)
      expect(url).toBe(`/private/${privateId}`)
      for (const old of links) expect((await get(`/api/private/${old}`))[0]).toBe(404)
      expect((await app.inject(`/api/private/${privateId}`)).json().title).toBe('Hidden')
      links.add(privateId)
    }
    expect(links.size).toBe(4)
  })

  it('revokes the access of members who had opened the old link, and keeps their comments and bookmarks', async () => {
    const post = await seedPost(database, { isPrivate: true })
    const guest = await seedUser(database)
    const headers = await seedSession(database, guest)
    const send = (url: string, payload?: object) =>
      app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
    expect((await get(`/api/private/${post.privateId}`, headers))[0]).toBe(200)
    const comment = { postId: post.id, content: 'I was here' }
    expect((await send('/api/comments', comment)).statusCode).toBe(200)
    expect((await send(`/api/posts/${post.id}/bookmark`)).statusCode).toBe(200)
    expect((await get(`/api/posts/${post.id}`, headers))[0]).toBe(200)
    const { privateId } = (await renew(post)).json()
    expect((await get(`/api/posts/${post.id}`, headers))[0]).toBe(404)
    expect((await get(`/api/posts/${post.id}/comments`, headers))[0]).toBe(404)
    expect((await send('/api/comments', { ...comment, content: 'And again' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/user/bookmarks', headers })).body).not.toContain('A title')
    const [rows] = await database.sql`
      select (select count(*)::integer from comments where post_id = ${post.id}) as comments,
        (select count(*)::integer from user_post_bookmarks where post_id = ${post.id}) as bookmarks`
    expect(rows).toEqual({ comments: 1, bookmarks: 1 })
    expect((await get(`/api/private/${privateId}`, headers))[0]).toBe(200)
    expect((await get(`/api/posts/${post.id}`, headers))[0]).toBe(200)
    expect((await app.inject({ url: '/api/user/bookmarks', headers })).body).toContain('A title')
  })

  it('gives no access to a member who opens the old link during the renewal', async () => {
    const post = await seedPost(database, { isPrivate: true })
    const guest = await seedUser(database)
    let opening: Promise<void> | undefined
    await database.sql.begin(async (tx) => {
      await tx`update posts set private_id = 'the-new-link-of-this-post' where id = ${post.id}`
      opening = insertPrivateLinkGrant(database.sql, guest.id, post.privateId ?? '')
      // Nothing shows that the opening has read the old link.
      await tx`select pg_sleep(0.3)`
      await tx`delete from private_post_grants where post_id = ${post.id}`
    })
    await opening
    expect(await database.sql`select from private_post_grants where post_id = ${post.id}`).toHaveLength(0)
  })

  it('is refused for a public post, and has its own rate limit', async () => {
    const answer = await renew(await seedPost(database))
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'This post is public, so it has no private link',
    ])
    const strict = await buildTestApp(database, { RATE_LIMIT_SCALE: '1' })
    const post = await seedPost(database, { isPrivate: true })
    const headers = await seedSession(database, post.by)
    const statuses = new Map<number, number>()
    for (let n = 0; n < 31; n += 1) {
      const { statusCode } = await strict.inject({
        method: 'POST',
        url: `/api/posts/${post.id}/private-link`,
        headers,
      })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 30],
      [429, 1],
    ])
  })
})

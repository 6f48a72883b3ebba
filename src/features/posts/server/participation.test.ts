import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const tryAllActions = async (headers: Record<string, string>, postId: number, commentId: number) => {
  const calls = [
    ['POST', '/api/votes', { postId, value: 1 }],
    ['POST', '/api/votes', { commentId, value: 1 }],
    ['POST', '/api/comments', { postId, content: 'A comment' }],
    ['POST', `/api/posts/${postId}/bookmark`, undefined],
    ['POST', '/api/user/reveal', { postId }],
  ] as const
  const answers = []
  for (const [method, url, payload] of calls)
    answers.push((await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode)
  return answers
}

describe('An admin who has not opened a private link', () => {
  it('can only read the post until they open the link', async () => {
    const post = await seedPost(database, { isPrivate: true })
    const comment = await seedComment(database, { on: post, by: post.by })
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect((await app.inject({ url: `/api/posts/${post.id}`, headers: admin })).statusCode).toBe(200)
    expect(await tryAllActions(admin, post.id, comment.id)).toEqual([403, 403, 403, 403, 403])
    const [counts] = await sql`select score, comment_count, bookmark_count from posts where id = ${post.id}`
    expect(counts).toMatchObject({ score: 0, bookmarkCount: 0 })
    await app.inject({ url: `/api/private/${post.privateId}`, headers: admin })
    expect(await tryAllActions(admin, post.id, comment.id)).toEqual([200, 200, 200, 200, 200])
  })

  it('gets a 404 for posts and comments that do not exist', async () => {
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect(await tryAllActions(admin, 2_000_000_000, 2_000_000_001)).toEqual([404, 404, 404, 404, 404])
  })

  it('is the only one who does not get a 404 for a private post', async () => {
    const post = await seedPost(database, { isPrivate: true })
    const comment = await seedComment(database, { on: post, by: post.by })
    const stranger = await seedSession(database, await seedUser(database))
    expect(await tryAllActions(stranger, post.id, comment.id)).toEqual([404, 404, 404, 404, 404])
  })
})

it("does not count an author's own view as a reveal in any statistic", async () => {
  const author = await seedUser(database)
  const post = await seedPost(database, { by: author, prompt: 'Mine' })
  const headers = await seedSession(database, author)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/user/reveal',
    headers,
    payload: { postId: post.id },
  })
  expect(answer.json()).toEqual({ postId: post.id, prompt: 'Mine' })
  expect(await sql`select 1 from post_reveals where post_id = ${post.id}`).toEqual([])
  expect(await sql`select 1 from reveal_counts where id = ${post.id} and total > 0`).toEqual([])
  expect(await sql`select all_time_reveals from users where id = ${author.id}`).toEqual([
    { allTimeReveals: 0 },
  ])
})

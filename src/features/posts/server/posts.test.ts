import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const get = async (url: string, headers = {}) => {
  const answer = await app.inject({ url, headers })
  return { status: answer.statusCode, body: answer.body, json: () => answer.json() }
}

describe('a private post', async () => {
  const owner = await seedUser(database)
  const post = await seedPost(database, {
    by: owner,
    isPrivate: true,
    title: 'Hidden',
    prompt: 'x'.repeat(400),
  })
  const missing = await get('/api/posts/2000000000')
  const stranger = await seedSession(database, await seedUser(database))
  const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))

  it('gives strangers who request it by id the same 404 as a missing post', async () => {
    for (const headers of [{}, stranger]) {
      const answer = await get(`/api/posts/${post.id}`, headers)
      expect(answer.status).toBe(404)
      expect(answer.body).toBe(missing.body)
    }
  })

  it('gives strangers who request it by slug a 404', async () => {
    expect((await get(`/api/t/x/${post.seoSlug}`, stranger)).status).toBe(404)
  })

  it('can be read by id by its owner and by an admin', async () => {
    expect((await get(`/api/posts/${post.id}`, await seedSession(database, owner))).status).toBe(200)
    expect((await get(`/api/posts/${post.id}`, admin)).status).toBe(200)
  })

  it('can be read through its link, by visitors up to 150 characters of the prompt', async () => {
    const answer = await get(`/api/private/${post.privateId}`)
    expect(answer.json()).toMatchObject({ title: 'Hidden', prompt: 'x'.repeat(150), promptLength: 400 })
  })

  it('can be read by id by a member who has opened its link, and by nobody else', async () => {
    const guest = await seedSession(database, await seedUser(database))
    expect((await get(`/api/private/${post.privateId}`, guest)).json().prompt).toBe('x'.repeat(400))
    expect((await get(`/api/posts/${post.id}`, guest)).status).toBe(200)
    expect((await get(`/api/posts/${post.id}`, stranger)).status).toBe(404)
    await seedPost(database)
    for (const headers of [{}, stranger])
      expect((await get(`/api/posts/${post.id}/comments`, headers)).status).toBe(404)
  })

  it("returns 'Private Post Not Found' for an unknown link", async () => {
    expect((await get('/api/private/guess')).json().message).toBe('Private Post Not Found')
  })
})

describe('a public post', () => {
  it('is found by its slug under any topic', async () => {
    const topic = await seedTopic(database, { name: 'Machine Learning' })
    for (const post of [await seedPost(database, { topic }), await seedPost(database, { topic })])
      for (const name of ['machine-learning', 'elsewhere'])
        expect((await get(`/api/t/${name}/${post.seoSlug}`)).json()).toMatchObject({
          id: post.id,
          topic: { name: 'Machine Learning' },
        })
  })

  it('contains its comments as a tree, best first, without the content of deleted ones', async () => {
    const post = await seedPost(database)
    const low = await seedComment(database, { on: post, content: 'low' })
    await seedComment(database, { on: post, content: 'high', score: 5 })
    const deleted = await seedComment(database, { on: post, parent: low, content: 'secret words' })
    await seedComment(database, { on: post, parent: deleted, content: 'deep' })
    await database.sql`update comments set is_deleted = true where id = ${deleted.id}`
    const { comments } = (await get(`/api/posts/${post.id}`)).json()
    expect(comments).toMatchObject([
      { content: 'high', replies: [] },
      {
        content: 'low',
        replies: [{ content: '[deleted]', user: null, userId: null, replies: [{ content: 'deep' }] }],
      },
    ])
  })

  it('takes two queries including its comments, however many there are', async () => {
    const post = await seedPost(database)
    for (let n = 0; n < 10; n += 1) await seedComment(database, { on: post })
    queries.length = 0
    expect((await get(`/api/posts/${post.id}`)).json().comments).toHaveLength(10)
    expect(queries).toHaveLength(2)
  })

  it.each(['0', '01', 'abc', '0x1', '1_0', '-1', '99999999999', '2147483648', '1e3', '%00', '%20'])(
    'is not found by the id %s',
    async (id) => {
      expect((await get(`/api/posts/${id}`)).status).toBe(404)
    },
  )
})

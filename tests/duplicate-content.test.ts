import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const author = await seedUser(database)
const member = await seedSession(database, author)
const other = await seedSession(database, await seedUser(database))

const send = async (url: string, payload: object, headers = member) => {
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

describe('the same prompt published again within a day', () => {
  const publish = (more: object, headers = member) =>
    send('/api/posts', { title: 'T', description: 'D', prompt: 'Say it', type: 'Text', ...more }, headers)

  it('is rejected with a link to the first, unless it is a retry, private or by another member', async () => {
    const topic = await seedTopic(database, { name: 'Echo' })
    const key = { requestKey: '5e2b6f0a-3c1d-4b8e-9f00-0123456789ab' }
    const first = await publish({ ...key, topicId: topic.id })
    expect(first.status).toBe(200)
    expect((await publish({ ...key, topicId: topic.id })).body.id).toBe(first.body.id)
    expect(await publish({ title: 'Another title', topicId: topic.id })).toMatchObject({
      status: 409,
      body: {
        message: 'You already published this prompt in this topic in the last 24 hours',
        conflictUrl: `/t/echo/${first.body.seoSlug}`,
      },
    })
    expect((await publish({ title: 'Elsewhere' })).status).toBe(200)
    expect((await publish({ title: 'Elsewhere again' })).status).toBe(409)
    expect((await publish({ title: 'Kept', isPrivate: true })).status).toBe(200)
    expect((await publish({ title: 'Mine too' }, other)).status).toBe(200)
    expect((await publish({ title: 'Other words', prompt: 'Say it.' })).status).toBe(200)
  })

  it('is found before it is published in another topic', async () => {
    const topic = await seedTopic(database)
    const ask = (prompt: string, headers = member) => send('/api/posts/same-prompt', { prompt }, headers)
    expect((await ask('Said once')).body).toEqual({ post: null })
    const first = await publish({ prompt: 'Said once', topicId: topic.id })
    expect((await ask(' Said once ')).body).toEqual({
      post: { id: first.body.id, topicId: topic.id, url: `/t/${topic.slug}/${first.body.seoSlug}` },
    })
    expect((await ask('Said once', other)).body).toEqual({ post: null })
    await publish({ prompt: 'Said to nobody', isPrivate: true })
    expect((await ask('Said to nobody')).body).toEqual({ post: null })
  })

  it('is accepted after a day, after the first is deleted, or next to a private one', async () => {
    expect((await publish({ prompt: 'Tried alone', isPrivate: true })).status).toBe(200)
    expect((await publish({ prompt: 'Tried alone' })).status).toBe(200)
    await publish({ prompt: 'Once a day' })
    await sql`update posts set created_at = created_at - interval '25 hours' where prompt = 'Once a day'`
    expect((await publish({ prompt: 'Once a day', title: 'New day' })).status).toBe(200)
    await sql`delete from posts where prompt = 'Once a day'`
    expect((await publish({ prompt: 'Once a day', title: 'Again' })).status).toBe(200)
  })
})

describe('the same comment posted again within a day', () => {
  const words = 'This prompt is great, visit my site for more of it!'

  it('is rejected with a link to the first, unless it is short, a retry or on a private post', async () => {
    const [one, two] = [await seedPost(database), await seedPost(database)]
    const secret = await seedPost(database, { by: author, isPrivate: true })
    const comment = (post: { id: number }, content: string, headers = member) =>
      send('/api/comments', { postId: post.id, content }, headers)
    const first = await comment(one, words)
    expect((await comment(one, words)).body.id).toBe(first.body.id)
    expect(await comment(two, words)).toMatchObject({
      status: 409,
      body: { conflictUrl: `/post/${one.id}/comment/${first.body.id}` },
    })
    expect((await comment(two, words, other)).status).toBe(200)
    expect((await comment(secret, words)).status).toBe(200)
    const tried = 'I have tried this one on a private post of my own!'
    for (const post of [secret, one]) expect((await comment(post, tried)).status).toBe(200)
    for (const post of [one, two]) expect((await comment(post, 'Thanks!')).status).toBe(200)
    await sql`update comments set created_at = created_at - interval '25 hours'`
    expect((await comment(two, words)).status).toBe(200)
  })
})

it.each([
  ['/api/feedback', { content: 'More colours' }],
  ['/api/ad-requests', { name: 'Acme', email: 'ads@example.org' }],
])(
  '%s rejects a repeated body within a day, and returns the first response within a minute',
  async (url, body) => {
    const first = await send(url, body)
    expect((await send(url, body)).body.id).toBe(first.body.id)
    await sql`update feedback set created_at = created_at - interval '2 minutes'`
    await sql`update ad_requests set created_at = created_at - interval '2 minutes'`
    expect((await send(url, body)).status).toBe(409)
    const another = await send(url, body, other)
    expect([another.status, another.body.id]).toEqual([200, expect.any(Number)])
    expect(another.body.id).not.toBe(first.body.id)
    await sql`update feedback set created_at = created_at - interval '1 day'`
    await sql`update ad_requests set created_at = created_at - interval '1 day'`
    expect((await send(url, body)).status).toBe(200)
  },
)

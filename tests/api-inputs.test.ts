import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const member = await seedUser(database)
const headers = await seedSession(database, member)
const adminHeaders = await seedSession(database, await seedUser(database, { isAdmin: true }))

const send = async (method: 'POST' | 'PATCH', url: string, payload: object, as = headers) => {
  const answer = await app.inject({ method, url, headers: as, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const text = () => ({ title: 'T', description: 'D', prompt: `P ${crypto.randomUUID()}` })

describe('optional fields', () => {
  it('can be omitted when a profile is completed', async () => {
    const newcomer = await seedUser(database, { profileCompleted: false })
    await sql`update users set bio = 'From before' where id = ${newcomer.id}`
    const as = await seedSession(database, newcomer)
    const username = `new${newcomer.id}`
    const done = await send('POST', '/api/profile/complete', { username, profileCompleted: true }, as)
    expect(done).toMatchObject({
      status: 200,
      body: { username, bio: 'From before', website: '', avatar: null },
    })
  })

  it('can be omitted from a post, whose type is Text by default', async () => {
    expect(await send('POST', '/api/posts', text())).toMatchObject({
      status: 200,
      body: { type: 'Text', models: [], exampleFiles: [] },
    })
  })
})

it.each([
  ['/api/posts?types=Text&types=Code', 'type must be given once, as a comma-separated list'],
  ['/api/posts?models=gpt-5&models=gpt-5', 'model must be given once, as a comma-separated list'],
  ['/api/posts?limit=1&limit=2', 'limit must be a number from 1 to 50'],
  ['/api/posts?sortBy=new&sortBy=new', 'sortBy must be new or top'],
  ['/api/posts?tag=a&tag=b', undefined],
  ['/api/search?q=a&q=b', 'q must be a single value'],
  ['/api/search?types=Text&types=Text&q=a', 'type must be given once, as a comma-separated list'],
  ['/api/user/posts/votes?ids=1&ids=2', 'Must be ids of posts, separated by commas'],
  ['/api/user/collections?postId=1&postId=2', 'Must be ids of posts, separated by commas'],
  ['/api/mentions?prefix=ab&prefix=cd', undefined],
])('%s is rejected, because it gives a parameter twice', async (url, message) => {
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode).toBe(400)
  if (message) expect(answer.json().message).toBe(message)
})

it('ignores a parameter that is given twice if the endpoint does not declare it', async () => {
  expect((await app.inject('/api/posts?limit=1&from=a&from=b')).statusCode).toBe(200)
})

it.each(['feedback', 'ad-requests', 'topic-requests', 'prompt-logs'])(
  'rows of the admin list %s contain userId',
  async (list) => {
    await sql`insert into feedback (user_id, content) values (${member.id}, 'Good')`
    await sql`insert into ad_requests (user_id, name, email) values (${member.id}, 'A', 'a@example.org')`
    await sql`insert into topic_requests (user_id, name, description) values (${member.id}, 'A', 'B')`
    await sql`
      insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt) values (${member.id}, 'a', 'b')`
    const rows = (await app.inject({ url: `/api/admin/${list}`, headers: adminHeaders })).json()
    expect(rows[0].userId).toBe(member.id)
    expect(rows[0].user.id).toBe(member.id)
  },
)

it.each([
  ['/api/votes', { postId: 1, value: 5 }, 'value must be one of 1, -1'],
  ['/api/votes', { postId: 'x', value: 1 }, 'postId must be a number'],
  ['/api/posts', { ...text(), isPrivate: 'yes' }, 'isPrivate must be true or false'],
  ['/api/posts', { ...text(), models: 'claude' }, 'models must be a list'],
  ['/api/user/reveal', {}, 'postId is required'],
])('%s responds to %j with a readable message', async (url, payload, message) => {
  const { status, body } = await send('POST', url, payload)
  expect([status, body.message]).toEqual([400, message])
  expect(JSON.stringify(body)).not.toMatch(/Invalid|expected/)
})

describe('invisible text', () => {
  const invisible = [
    '\u200B',
    '\u2060\uFEFF',
    '\u3164',
    '\u00AD\u200E',
    '\u2800',
    ' \u00A0\u3000',
    '\u{E0020}',
  ]

  it.each(invisible.map((value) => [JSON.stringify(value), value]))(
    'counts as empty: %s',
    async (_, value) => {
      for (const field of ['title', 'description', 'prompt'])
        expect((await send('POST', '/api/posts', { ...text(), [field]: value })).status).toBe(400)
      const post = await seedPost(database)
      expect((await send('POST', '/api/comments', { postId: post.id, content: value })).status).toBe(400)
      expect((await send('POST', '/api/feedback', { content: value })).status).toBe(400)
    },
  )

  it('is accepted inside visible text', async () => {
    const title = '👩\u200D🚀 goes\u00A0up'
    expect((await send('POST', '/api/posts', { ...text(), title })).body.title).toBe(title)
  })
})

it.each([
  'https://user:pass@example.org/',
  'https://user@example.org/',
  'https:example.org',
  'http:/example.org',
  'javascript:alert(1)//https://example.org',
  'ftp://example.org',
  '//example.org',
])('rejects %s as a website', async (website) => {
  expect(await send('PATCH', '/api/user/profile', { website })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'website', message: 'Please enter a valid website URL' }] },
  })
})

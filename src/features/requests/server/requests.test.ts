import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const member = await seedSession(database, await seedUser(database))
const muted = await seedSession(database, await seedUser(database, { isMuted: true }))
const incomplete = await seedSession(database, await seedUser(database, { profileCompleted: false }))
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))

const post = async (url: string, payload: object, headers: Record<string, string> = member) => {
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}

const CALLS = [
  ['/api/topics/request', { name: 'Knitting', description: 'Needles and wool' }],
  ['/api/feedback', { content: 'I like it' }],
  ['/api/ad-requests', { name: 'Acme', email: 'ads@example.org' }],
] as const

describe.each(CALLS)('POST %s', (url, body) => {
  it('is allowed for members with a complete profile who are not muted', async () => {
    expect((await post(url, body, {})).status).toBe(401)
    expect((await post(url, body, incomplete)).status).toBe(403)
    expect(await post(url, body, muted)).toMatchObject({ status: 403, message: 'Your account is muted' })
    expect((await post(url, body)).status).toBe(200)
    expect((await post(url, body, admin)).status).toBe(200)
  })

  it('returns a field error for each missing field', async () => {
    const { status, issues } = await post(url, {})
    expect([status, issues.map(({ path }: { path: string }) => path)]).toEqual([400, Object.keys(body)])
  })

  it('has a daily rate limit', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1' })
    const headers = await seedSession(database, await seedUser(database))
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const payload = { ...body, ...('name' in body ? { name: `Name ${n}` } : { content: `Text ${n}` }) }
      statuses.push((await limited.inject({ method: 'POST', url, headers, payload })).statusCode)
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('A topic request', () => {
  it('is stored as pending', async () => {
    const { id } = await post('/api/topics/request', { name: ' Pottery ', description: ' Clay ' })
    expect(await sql`select name, description, status from topic_requests where id = ${id}`).toEqual([
      { name: 'Pottery', description: 'Clay', status: 'pending' },
    ])
  })

  it('is refused for an existing topic, in any capitalization, with a link to it', async () => {
    await seedTopic(database, { name: 'Deep Sea' })
    expect(await post('/api/topics/request', { name: 'deep   SEA', description: 'x' })).toMatchObject({
      status: 409,
      message: 'The topic Deep Sea already exists',
      conflictUrl: '/t/deep-sea',
    })
  })

  it('is refused if the same member repeats it', async () => {
    await post('/api/topics/request', { name: 'Falconry', description: 'Birds' })
    expect(await post('/api/topics/request', { name: 'FALCONRY', description: 'Birds' })).toMatchObject({
      status: 409,
      message: 'You already requested this topic',
      field: 'name',
    })
    expect((await post('/api/topics/request', { name: 'Falconry', description: 'Too' }, admin)).status).toBe(
      200,
    )
  })

  it.each([
    [{ name: 'ä'.repeat(50), description: 'ü'.repeat(1000) }, 200],
    [{ name: '🦆'.repeat(51), description: 'x' }, 400],
    [{ name: 'Long', description: '🦆'.repeat(1001) }, 400],
    [{ name: ' \u0000 ', description: 'x' }, 400],
  ])('%#: is limited in code points', async (body, status) => {
    expect((await post('/api/topics/request', body)).status).toBe(status)
  })
})

describe('Feedback', () => {
  it('has 1 to 1000 characters', async () => {
    expect((await post('/api/feedback', { content: '🦆'.repeat(1000) })).status).toBe(200)
    expect(await post('/api/feedback', { content: '🦆'.repeat(1001) })).toMatchObject({
      status: 400,
      issues: [{ path: 'content', message: 'Feedback must be at most 1000 characters' }],
    })
    expect((await post('/api/feedback', { content: ' \n ' })).issues).toEqual([
      { path: 'content', message: 'Feedback cannot be empty' },
    ])
  })

  it('is stored once when a retry sends it again', async () => {
    const [first, second] = [
      await post('/api/feedback', { content: 'Once' }),
      await post('/api/feedback', { content: 'Once' }),
    ]
    expect(second.id).toBe(first.id)
    expect((await sql`select from feedback where content = 'Once'`).length).toBe(1)
  })
})

describe('An ad request', () => {
  it('is the same request however the domain of its email is written', async () => {
    const send = (email: string) => post('/api/ad-requests', { name: 'Same mailbox', email })
    const { id } = await send('Ads@Xn--Bcher-Kva.Example')
    expect((await send('Ads@xn--bcher-kva.example')).id).toBe(id)
    const rows = await sql`select email from ad_requests where id = ${id}`
    expect(rows).toEqual([{ email: 'Ads@xn--bcher-kva.example' }])
  })

  it.each([
    [{ name: 'x'.repeat(100), email: 'a@b.co' }, []],
    [{ name: 'x'.repeat(101), email: 'a@b.co' }, ['Name must be at most 100 characters']],
    [{ name: ' ', email: 'a@b.co' }, ['Name is required']],
    [{ name: 'Acme', email: 'nobody' }, ['Please enter a valid email address']],
    [{ name: 'Acme', email: `${'a'.repeat(250)}@example.org` }, ['Please enter a valid email address']],
  ])('%#: requires a name and an email', async (body, messages) => {
    const { issues = [] } = await post('/api/ad-requests', body)
    expect([...new Set(issues.map(({ message }: { message: string }) => message))]).toEqual(messages)
  })
})

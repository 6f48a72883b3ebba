import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)
const named = await buildTestApp(database, { MODERATION_LOG_NAMES: 'true' })

const aMember = async (fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { ...user, headers: await seedSession(database, user) }
}
type Someone = Awaited<ReturnType<typeof aMember>>
const send = async (by: Someone, path: string, body: object) => {
  const response = await app.inject({ method: 'POST', url: `/api/${path}`, headers: by.headers, body })
  expect(response.statusCode, `${path} ${response.body}`).toBe(200)
  return response.json()
}

const SECRETS = {
  title: 'Unspeakable title',
  content: 'Unspeakable comment',
  words: 'Unspeakable explanation',
  reversal: 'Unspeakable mistake',
  report: 'Unspeakable report',
  appeal: 'Unspeakable appeal',
  answer: 'Unspeakable answer',
  finding: 'Unspeakable finding',
}
const topic = await seedTopic(database, { name: 'Cooking' })
const author = await aMember({ username: 'UnspeakableAuthor' })
const reporter = await aMember({ username: 'UnspeakableOther' })
const moderator = await aMember({ username: 'UnspeakableMod', isModerator: true })
const admin = await aMember({ isAdmin: true })
const reason = 'Something else'

const decide = async (kind: string, id: number, action: string, isPrivate = false) => {
  const subject = { kind, id: String(id) }
  // A moderator does not see private posts.
  const by = isPrivate ? admin : moderator
  if (!isPrivate) await send(reporter, 'reports', { subject, reason, words: SECRETS.report })
  const { id: caseId } = await send(by, 'moderation/cases', { subject })
  await sql`update moderation_cases set findings = ${[SECRETS.finding]}::text[], opened_at = now() - interval '3 hours' where id = ${caseId}`
  const decided = await send(by, `moderation/cases/${caseId}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : reason,
    words: SECRETS.words,
  })
  return decided.id as number
}
const post = await seedPost(database, { by: author, topic, title: SECRETS.title })
const secret = await seedPost(database, { by: author, title: SECRETS.title, isPrivate: true })
const comment = await seedComment(database, {
  on: await seedPost(database, { topic }),
  by: author,
  content: SECRETS.content,
})
const removed = await decide('post', post.id, 'remove')
const hidden = await decide('comment', comment.id, 'remove')
await decide('post', secret.id, 'warn', true)
await decide('post', (await seedPost(database)).id, 'dismiss')
await send(moderator, `moderation/decisions/${hidden}/reversal`, { reversalWords: SECRETS.reversal })
await send(author, `user/decisions/${removed}/appeal`, { words: SECRETS.appeal })
const [appeal] = await sql<{ id: number }[]>`select id from appeals`
await send(admin, `moderation/appeals/${appeal?.id}/answer`, { isGranted: true, answer: SECRETS.answer })

const year = new Date().getUTCFullYear()
const month = new Date().toISOString().slice(0, 7)
const read = async (url: string, on = app) => {
  const response = await on.inject({ url })
  expect(response.statusCode, url).toBe(200)
  return response
}

describe('the open log', () => {
  it('says what was decided on which kind of thing, and annotates what was undone', async () => {
    const entries = (await read('/api/moderation-log')).json()
    const common = { reason, isLegal: false, moderatorRole: 'moderator', moderator: null }
    expect(entries).toMatchObject([
      {
        ...common,
        moderatorRole: 'admin',
        subjectKind: 'post',
        action: 'warn',
        reversedAt: null,
        reversal: null,
      },
      {
        ...common,
        subjectKind: 'comment',
        action: 'remove',
        reversedAt: expect.any(String),
        reversal: 'review',
      },
      { ...common, subjectKind: 'post', action: 'remove', reversal: 'appeal' },
    ])
    expect((await read('/api/moderation-log?kind=comment')).json()).toHaveLength(1)
    expect((await read(`/api/moderation-log?month=${month}`)).json()).toHaveLength(3)
    expect((await read('/api/moderation-log?month=2001-01')).json()).toEqual([])
    for (const query of ['month=2026-13', 'month=x', 'kind=x', 'after=0'])
      expect((await app.inject(`/api/moderation-log?${query}`)).statusCode, query).toBe(400)
  })

  it('names moderators only if the operator wants it', async () => {
    expect((await read('/api/moderation-log', named)).json()[1].moderator).toBe(moderator.username)
    expect((await read('/moderation-log.xml', named)).body).toContain(moderator.username)
  })

  it('is a page and a feed', async () => {
    const page = (await read('/moderation-log')).body
    expect(page.match(/id="decision-/g)).toHaveLength(3)
    expect(page).toContain('its author appealed, and was right.')
    const feed = await read('/moderation-log.xml')
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(feed.body.match(/<item>/g)).toHaveLength(3)
    expect(feed.body).toContain('<title>Comment: It was removed</title>')
    expect(feed.body).toContain('Undone on')
    expect(
      (await read('/moderation-log?kind=comment&month=nonsense')).body.match(/id="decision-/g),
    ).toHaveLength(1)
  })

  it('counts each month of a year, also what was dismissed', async () => {
    const figures = (await read(`/api/moderation-log/figures?year=${year}`)).json()
    const expected = [
      ['appeals', 'granted', 1],
      ['appeals', 'received', 1],
      ['decisions by action', 'dismiss', 1],
      ['decisions by action', 'remove', 2],
      ['decisions by action', 'warn', 1],
      ['decisions by kind', 'comment', 1],
      ['decisions by kind', 'post', 3],
      ['decisions by reason', reason, 3],
      ['decisions by reason', 'Within the rules', 1],
      ['decisions by role', 'admin', 1],
      ['decisions by role', 'moderator', 3],
      ['median hours to a decision', 'reports', 3],
      ['reports', 'members', 3],
      ['reversals', 'decisions', 2],
    ].map(([figure, name, value]) => ({ month, figure, name, value }))
    expect(figures).toEqual(expected)
    const csv = await read(`/moderation-log.csv?year=${year}`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
      'month,figure,name,value',
      `${month},appeals,granted,1`,
    ])
    expect(csv.body.trim().split('\r\n')).toHaveLength(expected.length + 1)
    for (const url of ['/moderation-log.csv', '/moderation-log.csv?year=x'])
      expect((await app.inject(url)).statusCode, url).toBe(404)
    expect((await app.inject('/api/moderation-log/figures?year=20')).statusCode).toBe(400)
  })

  it('writes a reason that begins like a formula as text', async () => {
    await sql`update moderation_decisions set reason = '=1+1, "x"' where action = 'dismiss'`
    const fresh = await buildTestApp(database)
    const { body } = await fresh.inject(`/moderation-log.csv?year=${year}`)
    expect(body).toContain(`,"'=1+1, ""x""",1`)
    await sql`update moderation_decisions set reason = ${reason} where action = 'dismiss'`
  })

  it.each([
    '/moderation-log',
    `/moderation-log?month=${month}`,
    '/moderation-log.xml',
    '/api/moderation-log',
    `/api/moderation-log/figures?year=${year}`,
    `/moderation-log.csv?year=${year}`,
  ])('says nothing at %s of what a decision is about, of whom, or what moderators wrote', async (url) => {
    expect((await read(url, await buildTestApp(database, {}, renderer))).body).not.toMatch(/unspeakable/i)
  })
})

import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSuggestedEdit,
  seedTopic,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '0' })
const { aMember, send } = withMembers(app, database)

const elsewhere = await seedTopic(database)
const people = {
  member: await aMember(),
  'moderator of another topic': await aMember({ moderatedTopics: [elsewhere.id] }),
  moderator: await aMember({ isModerator: true }),
  admin: await aMember({ isAdmin: true }),
}
const { body: opened } = await send(people.admin, 'POST', '/api/moderation/cases', {
  subject: { kind: 'post', id: String((await seedPost(database, { isPrivate: true })).id) },
})

/** Every write and read of moderation. `ID` is replaced by ids that do not fit. */
const endpoints: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: object | null][] = [
  ['POST', '/api/reports', { subject: { kind: 'post', id: 'ID' }, reason: 'Something else', words: '' }],
  ['DELETE', '/api/reports/ID', null],
  ['GET', '/api/user/reports?after=ID', null],
  ['GET', '/api/user/decisions?after=ID', null],
  ['GET', '/api/user/decisions/ID', null],
  ['POST', '/api/user/decisions/ID/appeal', { words: 'Wrong' }],
  ['GET', '/api/moderation/cases?after=ID', null],
  ['GET', '/api/moderation/cases?limit=ID', null],
  ['GET', '/api/moderation/cases?state=ID', null],
  ['GET', '/api/moderation/cases/ID', null],
  ['POST', '/api/moderation/cases', { subject: { kind: 'comment', id: 'ID' } }],
  ['POST', '/api/moderation/cases', { subject: { kind: 'member', id: 'ID' } }],
  ['POST', '/api/moderation/cases', { subject: { kind: 'collection', id: 'ID' } }],
  ['PUT', '/api/moderation/cases/ID/claim', { isClaimed: true }],
  ['POST', '/api/moderation/cases/ID/decisions', { action: 'warn', reason: 'Something else', words: '' }],
  ['POST', '/api/moderation/decisions/ID/reversal', { reversalWords: '' }],
  ['POST', '/api/moderation/cases/ID/notes', { words: 'A note' }],
  ['POST', '/api/moderation/members/ID/notes', { words: 'A note' }],
  ['GET', '/api/moderation/appeals?after=ID', null],
  ['POST', '/api/moderation/appeals/ID/answer', { isGranted: true, answer: 'Yes' }],
  ['DELETE', '/api/admin/posts/ID', { reason: 'Because', rule: '' }],
  ['DELETE', '/api/admin/comments/ID', { reason: 'Because', rule: '' }],
  ['DELETE', '/api/admin/collections/ID', { reason: 'Because', rule: '' }],
  ['DELETE', '/api/admin/suggested-edits/ID', { reason: 'Because', rule: '' }],
  ['PUT', '/api/admin/users/ID/role', { isModerator: true, moderatedTopics: [] }],
  ['POST', '/api/posts/ID/versions/1/withdraw', { reason: 'Because', rule: '' }],
  ['POST', '/api/legal-notices/confirmation', { token: 'ID' }],
  ['GET', '/api/moderation-log?after=ID', null],
  ['GET', '/api/moderation-log/figures?year=ID', null],
]

const ids = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '9999999999',
  '2147483648',
  '99999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '%00',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '%D9%A1',
  '..%2F1',
  "1'%20or%201=1--",
  '%20',
  '1_0',
  'a'.repeat(5_000),
  'constructor',
  '__proto__',
]

const decode = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return '\ud800'
  }
}
const fill = (value: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"ID"', JSON.stringify(decode(id))))

describe.each(Object.entries(people))('Requests of moderation by a %s', (_, by) => {
  it('with unsuitable ids fail neither on the server nor in the terms of the database', async () => {
    for (const [method, url, body] of endpoints)
      for (const id of ids) {
        const response = await app.inject({
          method,
          url: url.replaceAll('ID', id),
          headers: { ...by.headers, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(fill(body, id)) }),
        })
        const about = `${method} ${url} ${id.slice(0, 30)} ${response.body.slice(0, 200)}`
        expect(response.statusCode, about).toBeLessThan(500)
        expect(response.body, about).not.toMatch(/at .*\.ts|select |syntax error/i)
      }
  })

  it('with damaged bodies do not fail on the server', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const values = [1, -1, 1e308, '', ' ', '\u0000', '\ud800', null, true, [], {}, [[]], 'x'.repeat(30_000)]
    for (const [method, url, body] of endpoints) {
      if (!body) continue
      const address = url.replaceAll('ID', String(opened.id))
      const texts = [
        '',
        'null',
        '[]',
        '"x"',
        '1',
        '{"a":',
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
        deep,
        ...Object.keys(body).flatMap((name) =>
          values.map((value) => JSON.stringify({ ...body, [name]: value })),
        ),
      ]
      for (const text of texts) {
        const headers = { ...by.headers, 'content-type': 'application/json' }
        const response = await app.inject({ method, url: address, headers, body: text })
        expect(response.statusCode, `${method} ${url} ${text.slice(0, 80)} ${response.body}`).toBeLessThan(
          500,
        )
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/json',
      ]) {
        const headers = { ...by.headers, 'content-type': type }
        const response = await app.inject({ method, url: address, headers, body: JSON.stringify(body) })
        expect([400, 403, 404, 415], `${method} ${url} ${type} ${response.statusCode}`).toContain(
          response.statusCode,
        )
      }
    }
  })
})

it.each([{}, { moderatedTopics: [elsewhere.id] }])(
  'tells %o nothing by the ids of things of another kind',
  async (role) => {
    const [by, owner] = [await aMember(role), await aMember()]
    const post = await seedPost(database, { by: owner, isPrivate: true, title: 'Zebra title' })
    const comment = await seedComment(database, { on: post, by: owner, content: 'Zebra comment' })
    const edit = await seedSuggestedEdit(database, post, owner)
    const collection = await seedCollection(database, owner)
    await sql`update collections set title = 'Zebra' where link_id = ${collection}`
    const subject = { kind: 'post', id: String(post.id) }
    const { body: opened } = await send(people.admin, 'POST', '/api/moderation/cases', { subject })
    const removal = { action: 'remove', reason: 'Something else', words: '' }
    const decisions = `/api/moderation/cases/${opened.id}/decisions`
    const { body: decision } = await send(people.admin, 'POST', decisions, removal)
    const kinds = ['post', 'version', 'comment', 'collection', 'suggested-edit', 'result']
    const ids = [post.id, comment.id, edit, collection, owner.username, owner.id]
    for (const kind of kinds)
      for (const id of ids)
        for (const url of ['/api/reports', '/api/moderation/cases']) {
          const request = {
            subject: { kind, id: String(id), version: 1 },
            reason: 'Something else',
            words: '',
          }
          const { status, body } = await send(by, 'POST', url, request)
          expect([400, 403, 404], `${url} ${kind} ${id} ${JSON.stringify(body)}`).toContain(status)
          expect(JSON.stringify(body)).not.toMatch(/zebra/i)
        }
    for (const id of [...ids, opened.id, decision.id])
      for (const url of [`/api/user/decisions/${id}`, `/api/moderation/cases/${id}`]) {
        const { status, body } = await send(by, 'GET', url)
        expect([400, 403, 404], `${url} ${status}`).toContain(status)
        expect(JSON.stringify(body)).not.toMatch(/zebra/i)
      }
  },
)

import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const open = await buildTestApp(database, { WEBHOOK_PRIVATE_ADDRESSES: 'true' })
beforeEach(() => deleteRows(sql, 'webhooks'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const on =
  (site: typeof app) =>
  async (method: Method, url: string, headers: Record<string, string>, payload?: object) => {
    const response = await site.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: response.statusCode, body: response.json() }
  }
const send = on(app)
const sendOpen = on(open)

const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
const form = { url: 'https://example.org/hook', kinds: ['post.updated', 'post.published'] }

describe('a webhook', () => {
  it('is created with a secret that no other response contains and that is stored encrypted', async () => {
    const { headers, id: userId } = await aMember()
    const created = await send('POST', '/api/webhooks', headers, form)
    expect(created.body).toMatchObject({
      url: form.url,
      kinds: ['post.published', 'post.updated'],
      topic: null,
      state: 'active',
      firstFailedAt: null,
    })
    const { secret } = created.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const list = await send('GET', '/api/webhooks', headers)
    expect(list.body).toMatchObject({ isEnabled: true, webhooks: [{ id: created.body.id }] })
    expect(JSON.stringify(list.body)).not.toContain('whsec_')
    const [row] = await sql<{ secret: Buffer }[]>`select secret from webhooks where user_id = ${userId}`
    expect(row?.secret.toString('latin1')).not.toContain(secret.slice(6, 20))
    const exported = await app.inject({ url: '/api/user/export', headers })
    expect(exported.json().webhooks).toMatchObject([{ url: form.url }])
    expect(exported.body).not.toContain('whsec_')
  })

  it.each([
    [{ url: '' }, 'Address is required'],
    [{ url: 'example.org' }, 'Address must be a URL, such as https://example.org/webhook'],
    [{ url: 'https://exa mple.org/' }, 'Address must be a URL, such as https://example.org/webhook'],
    [{ url: `https://example.org/${'a'.repeat(500)}` }, 'Address must be at most 500 characters'],
    [{ url: 'http://example.org/' }, 'Address must begin with https://'],
    [{ url: 'https://me:secret@example.org/' }, 'Address must be a URL without a username or password'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'Address must be one that can be reached from the internet'],
    [{ url: 'https://0x7f.1/' }, 'Address must be one that can be reached from the internet'],
    [{ kinds: [] }, 'Choose at least one kind of message'],
  ])('with %j is rejected', async (part, message) => {
    const { headers } = await aMember()
    const created = await send('POST', '/api/webhooks', headers, { ...form, ...part })
    expect(created.status).toBe(400)
    expect(created.body.issues[0].message).toBe(message)
    if (!('url' in part)) return
    const { body } = await send('POST', '/api/webhooks', headers, form)
    expect((await send('PATCH', `/api/webhooks/${body.id}`, headers, part)).status).toBe(400)
  })

  it('is one of at most ten, also if several are created at once', async () => {
    const { headers } = await aMember()
    const create = () => send('POST', '/api/webhooks', headers, form)
    for (let index = 0; index < 8; index += 1) await create()
    const statuses = (await Promise.all([create(), create(), create(), create()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409])
  })

  it('is changed, paused, switched on again and deleted', async () => {
    const { headers } = await aMember()
    const { id } = (await send('POST', '/api/webhooks', headers, form)).body
    const change = (body: object) => send('PATCH', `/api/webhooks/${id}`, headers, body)
    expect((await change({ url: 'https://example.com/' })).body).toMatchObject({
      url: 'https://example.com/',
      kinds: ['post.published', 'post.updated'],
      state: 'active',
    })
    expect((await change({ kinds: ['result.reported'] })).body).toMatchObject({ kinds: ['result.reported'] })
    expect((await change({ isPaused: true })).body).toMatchObject({ state: 'paused' })
    expect((await send('POST', `/api/webhooks/${id}/test`, headers)).body).toMatchObject({
      status: 409,
      code: 'webhook-not-active',
    })
    expect((await change({ isPaused: false })).body).toMatchObject({ state: 'active' })
    expect((await send('DELETE', `/api/webhooks/${id}`, headers)).status).toBe(200)
    expect((await change({ isPaused: true })).body).toMatchObject({ code: 'webhook-not-found' })
  })

  it('of somebody else does not exist, whatever is asked of it', async () => {
    const [ann, ben] = [await aMember(), await aMember({ isAdmin: true })]
    const { id } = (await send('POST', '/api/webhooks', ann.headers, form)).body
    const requests: [Method, string, object?][] = [
      ['PATCH', '', { isPaused: true }],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/resend'],
    ]
    for (const [method, path, body] of requests)
      expect(await send(method, `/api/webhooks/${id}${path}`, ben.headers, body)).toMatchObject({
        status: 404,
        body: { code: 'webhook-not-found' },
      })
    expect((await send('GET', '/api/webhooks', ben.headers)).body.webhooks).toEqual([])
  })

  it('is tested at once, and the log says what came of it', async () => {
    const [{ headers }, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id, secret } = (await sendOpen('POST', '/api/webhooks', headers, { ...form, url: receiver.url }))
      .body
    const tested = await sendOpen('POST', `/api/webhooks/${id}/test`, headers)
    expect(tested.body).toMatchObject({ kind: 'webhook.test', state: 'delivered', status: 204, attempts: 1 })
    const [{ headers: sent, body } = { headers: {}, body: '' }] = receiver.received
    expect(new Verifier(secret).verify(body, sent)).toMatchObject({ type: 'webhook.test', data: {} })
    receiver.answer = 503
    expect((await sendOpen('POST', `/api/webhooks/${id}/test`, headers)).body).toMatchObject({
      state: 'pending',
      status: 503,
      nextAttemptAt: expect.any(String),
    })
    const log = await sendOpen('GET', `/api/webhooks/${id}/deliveries`, headers)
    expect(log.body).toMatchObject([
      { status: 503 },
      { id: tested.body.id, status: 204, nextAttemptAt: null },
    ])
  })

  it('sends a message of the log again, with the same id', async () => {
    const [{ headers }, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = (await sendOpen('POST', '/api/webhooks', headers, { ...form, url: receiver.url })).body
    const tested = (await sendOpen('POST', `/api/webhooks/${id}/test`, headers)).body
    const resend = `/api/webhooks/${id}/deliveries/${tested.id}/resend`
    expect((await sendOpen('POST', resend, headers)).body).toMatchObject({
      id: tested.id,
      messageId: tested.messageId,
      state: 'delivered',
    })
    const ids = receiver.received.map((message) => message.headers['webhook-id'])
    expect(ids).toEqual([`msg_${tested.messageId}`, `msg_${tested.messageId}`])
    expect((await sendOpen('POST', resend.replace(/\d+\/resend/, '999/resend'), headers)).body).toMatchObject(
      {
        code: 'delivery-not-found',
      },
    )
  })

  it('signs with its old secret as well for a day after that was replaced', async () => {
    const [{ headers }, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id, secret } = (await sendOpen('POST', '/api/webhooks', headers, { ...form, url: receiver.url }))
      .body
    const { secret: next } = (await sendOpen('POST', `/api/webhooks/${id}/secret`, headers)).body
    expect(next).not.toBe(secret)
    const accepts = async (key: string) => {
      await sendOpen('POST', `/api/webhooks/${id}/test`, headers)
      const { headers: sent = {}, body = '' } = receiver.received.at(-1) ?? {}
      try {
        new Verifier(key).verify(body, sent)
        return true
      } catch {
        return false
      }
    }
    expect([await accepts(secret), await accepts(next)]).toEqual([true, true])
    await sql`update webhooks set previous_secret_until = now()`
    expect([await accepts(secret), await accepts(next)]).toEqual([false, true])
  })

  it('cannot be created with a token, and is read and tested with one that has the scope', async () => {
    const ann = await aMember()
    const { id } = (await send('POST', '/api/webhooks', ann.headers, form)).body
    const token = await seedApiToken(database, ann, ['read', 'private', 'write'])
    expect((await send('POST', '/api/webhooks', token, form)).body).toMatchObject({
      code: 'token-not-accepted',
    })
    expect((await send('GET', `/api/webhooks/${id}/deliveries`, token)).status).toBe(200)
    const reader = await seedApiToken(database, ann, ['read'])
    expect((await send('GET', '/api/webhooks', reader)).status).toBe(403)
  })
})

describe("a topic's webhook", () => {
  const kinds = ['post.published']

  it('is created, seen and changed by any admin, and each time audited', async () => {
    const [admin, other] = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })]
    const topic = await seedTopic(database)
    await sql`truncate audit_events`
    const created = await send('POST', '/api/webhooks', admin.headers, { ...form, kinds, topicId: topic.id })
    expect(created.body.topic).toEqual({ id: topic.id, name: topic.name })
    const { id } = created.body
    expect((await send('GET', '/api/webhooks', other.headers)).body.webhooks).toMatchObject([{ id }])
    await send('PATCH', `/api/webhooks/${id}`, other.headers, { isPaused: true })
    await send('POST', `/api/webhooks/${id}/secret`, other.headers)
    await send('DELETE', `/api/webhooks/${id}`, other.headers)
    const { body } = await send('GET', '/api/admin/acts', admin.headers)
    expect(body).toMatchObject([
      { action: 'delete-webhook', target: topic.name, before: { address: form.url } },
      { action: 'change-webhook', after: { secret: 'replaced' } },
      {
        action: 'change-webhook',
        admin: other.username,
        before: { state: 'active' },
        after: { state: 'paused' },
      },
      { action: 'create-webhook', admin: admin.username, after: { address: form.url } },
    ])
    expect(JSON.stringify(body)).not.toContain('whsec_')
  })

  it('is not for members, and cannot be told of what is not about posts', async () => {
    const [admin, ann] = [await aMember({ isAdmin: true }), await aMember()]
    const topicId = (await seedTopic(database)).id
    const create = ({ headers }: typeof ann, more: object) =>
      send('POST', '/api/webhooks', headers, { ...form, kinds, topicId, ...more })
    expect(await create(ann, {})).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    expect((await create(admin, { kinds: ['comment.created'] })).body.issues[0].path).toBe('kinds')
    expect((await create(admin, { topicId: 999_999 })).body.issues[0].path).toBe('topicId')
    const { id } = (await create(admin, {})).body
    expect((await send('GET', '/api/webhooks', ann.headers)).body.webhooks).toEqual([])
    expect((await send('DELETE', `/api/webhooks/${id}`, ann.headers)).status).toBe(404)
    const token = await seedApiToken(database, admin, ['private', 'write'])
    expect((await send('DELETE', `/api/webhooks/${id}`, token)).status).toBe(404)
  })

  it('ends with the topic', async () => {
    const admin = await aMember({ isAdmin: true })
    const topic = await seedTopic(database)
    await send('POST', '/api/webhooks', admin.headers, { ...form, kinds, topicId: topic.id })
    await send('DELETE', `/api/admin/topics/${topic.id}`, admin.headers)
    expect(await sql`select from webhooks`).toHaveLength(0)
  })
})

it('webhooks that the operator has switched off are listed and deleted, but not created or tested', async () => {
  const off = on(await buildTestApp(database, { WEBHOOKS: 'false' }))
  const { headers } = await aMember()
  const { id } = (await send('POST', '/api/webhooks', headers, form)).body
  expect((await off('GET', '/api/webhooks', headers)).body).toMatchObject({
    isEnabled: false,
    webhooks: [{ id }],
  })
  expect((await off('POST', '/api/webhooks', headers, form)).body).toMatchObject({
    code: 'webhooks-disabled',
  })
  expect((await off('POST', `/api/webhooks/${id}/test`, headers)).body).toMatchObject({
    code: 'webhooks-disabled',
  })
  expect((await off('DELETE', `/api/webhooks/${id}`, headers)).status).toBe(200)
})

import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { deliverWebhooks, webhookJob, webhookLogSweepJob } from './deliver-webhooks.ts'

const database = await createTestDatabase()
const { sql } = database
const env = { WEBHOOK_PRIVATE_ADDRESSES: 'true', RATE_LIMIT_SCALE: '0' }
const app = await buildTestApp(database, env)
beforeEach(() => deleteRows(sql, 'webhooks', 'notifications'))

type Headers = Record<string, string>
type Kinds = { kinds?: string[]; topicId?: number }

const ALL = [
  'post.published',
  'post.updated',
  'post.removed',
  'comment.created',
  'suggested_edit.created',
  'result.reported',
]

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, body: response.json() }
}

const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}

const create = async ({ headers }: { headers: Headers }, { url }: WebhookReceiver, more: Kinds = {}) =>
  (await send('POST', '/api/webhooks', headers, { url, kinds: ALL, ...more })).body as {
    id: number
    secret: string
  }

const context = (settings = {}) => ({
  sql,
  config: readConfig({ ...env, ...settings }),
  log: { info: () => {}, warn: () => {}, error: () => {} },
  signal: new AbortController().signal,
})
const deliverAll = () => deliverWebhooks(context())

const parse = ({ received }: WebhookReceiver) => received.map(({ body }) => JSON.parse(body))
const typesOf = (receiver: WebhookReceiver) => parse(receiver).map(({ type }) => type)
const publish = async ({ headers }: { headers: Headers }, more: object = {}): Promise<number> => {
  const form = { title: 'Haiku', description: 'About rain', prompt: `Write ${Math.random()}`, ...more }
  return (await send('POST', '/api/posts', headers, form)).body.id
}
const stateOf = async (id: number) => (await sql`select * from webhooks where id = ${id}`)[0]

describe("a member's webhook", () => {
  it('is told what happens to their public posts, signed so that the official library accepts it', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { secret } = await create(ann, receiver)
    const id = await publish(ann)
    await send('PATCH', `/api/posts/${id}`, ann.headers, { title: 'Two haikus' })
    await deliverAll()
    await send('DELETE', `/api/posts/${id}`, ann.headers)
    await deliverAll()
    const messages = receiver.received.map(({ headers, body }) => new Verifier(secret).verify(body, headers))
    expect(messages).toMatchObject([
      { type: 'post.published', data: { postId: id, revision: 1 } },
      { type: 'post.updated', data: { postId: id, revision: 2 } },
      { type: 'post.removed', data: { postId: id, url: `http://localhost:3000/post/${id}` } },
    ])
    expect(Date.parse((messages[0] as { timestamp: string }).timestamp)).toBeLessThanOrEqual(Date.now())
    const [first] = receiver.received
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[\w-]{36}$/),
    })
    expect(() => new Verifier(secret).verify(`${first?.body} `, first?.headers ?? {})).toThrow()
    expect(() =>
      new Verifier('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(first?.body ?? '', first?.headers ?? {}),
    ).toThrow()
  })

  it('is told what others do with them, and not what their author does', async () => {
    const [ann, ben, receiver] = [await aMember(), await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    const id = await publish(ann)
    const comment = async ({ headers }: typeof ann) =>
      (await send('POST', '/api/comments', headers, { postId: id, content: `Nice ${Math.random()}` })).body.id
    await comment(ann)
    const commentId = await comment(ben)
    const suggestedEditId = await seedSuggestedEdit(database, { id }, ben)
    const report = { model: 'chatgpt', worked: true }
    expect((await send('POST', `/api/posts/${id}/results`, ben.headers, report)).status).toBe(200)
    await deliverAll()
    expect(parse(receiver).map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { type: 'post.published' },
      { type: 'comment.created', commentId, url: `http://localhost:3000/post/${id}/comment/${commentId}` },
      { type: 'suggested_edit.created', suggestedEditId },
      { type: 'result.reported', postId: id, resultId: expect.any(Number) },
    ])
  })

  it('is told nothing of private posts: not of their contents, their comments or their existence', async () => {
    const [ann, ben, receiver] = [await aMember(), await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    const id = await publish(ann, { isPrivate: true })
    await send('PATCH', `/api/posts/${id}`, ann.headers, { title: 'Secret' })
    await seedComment(database, { on: { id }, by: ben })
    await send('DELETE', `/api/posts/${id}`, ann.headers)
    await deliverAll()
    expect(receiver.received).toEqual([])
    expect(await sql`select from webhook_deliveries`).toHaveLength(0)
  })

  it('is told that a post has become public or private', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    const id = await publish(ann, { isPrivate: true })
    const change = (isPrivate: boolean) =>
      send('PATCH', '/api/user/posts', ann.headers, { ids: [id], isPrivate })
    expect((await change(false)).status).toBe(200)
    await deliverAll()
    await change(true)
    await deliverAll()
    expect(typesOf(receiver)).toEqual(['post.published', 'post.removed'])
  })

  it('is not told of what has stopped being public or existing before the message was sent', async () => {
    const [ann, ben, receiver] = [await aMember(), await aMember(), await startWebhookReceiver()]
    const { id: webhookId } = await create(ann, receiver, { kinds: ['post.published', 'comment.created'] })
    const [shown, hidden] = [await publish(ann), await publish(ann)]
    const comment = await send('POST', '/api/comments', ben.headers, { postId: shown, content: 'Oops' })
    await send('DELETE', `/api/comments/${comment.body.id}`, ben.headers)
    await send('PATCH', '/api/user/posts', ann.headers, { ids: [hidden], isPrivate: true })
    await deliverAll()
    expect(parse(receiver).map(({ data }) => data.postId)).toEqual([shown])
    const { body } = await send('GET', `/api/webhooks/${webhookId}/deliveries`, ann.headers)
    expect(body.map(({ state }: { state: string }) => state)).toEqual(['dropped', 'dropped', 'delivered'])
  })

  it('gets only the kinds that were chosen, and nothing of the posts of others', async () => {
    const [ann, ben, receiver] = [await aMember(), await aMember(), await startWebhookReceiver()]
    await create(ann, receiver, { kinds: ['post.removed'] })
    await publish(ben)
    await publish(ann)
    await deliverAll()
    expect(receiver.received).toEqual([])
  })

  it.each([
    ['is muted', (id: number) => sql`update users set is_muted = true where id = ${id}`],
    ['is being deleted', (id: number) => sql`update users set profile_completed = false where id = ${id}`],
  ])('sends nothing while the member %s', async (_, change) => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    await publish(ann)
    await change(ann.id)
    await deliverAll()
    expect(receiver.received).toEqual([])
  })

  it('ends with the account', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    await publish(ann)
    await send('DELETE', '/api/user', ann.headers, { confirm: ann.username })
    await deliverAll()
    expect(receiver.received).toEqual([])
    expect(await sql`select from webhooks`).toHaveLength(0)
  })
})

describe("a topic's webhook", () => {
  it('is told of the public posts of the topic, whoever wrote them, and of nothing else', async () => {
    const [admin, ann, receiver] = [
      await aMember({ isAdmin: true }),
      await aMember(),
      await startWebhookReceiver(),
    ]
    const topic = await seedTopic(database)
    await create(admin, receiver, {
      topicId: topic.id,
      kinds: ['post.published', 'post.updated', 'post.removed'],
    })
    const id = await publish(ann, { topicId: topic.id })
    await publish(ann)
    await publish(ann, { isPrivate: true })
    await send('PATCH', `/api/posts/${id}`, ann.headers, { prompt: 'Something else entirely' })
    await deliverAll()
    await send('DELETE', `/api/posts/${id}`, ann.headers)
    await deliverAll()
    expect(parse(receiver).map(({ type, data }) => [type, data.postId])).toEqual([
      ['post.published', id],
      ['post.updated', id],
      ['post.removed', id],
    ])
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/Haiku|Something else|rain/)
  })
})

describe('a delivery', () => {
  it('is repeated with the same id and body, later each time, until it is received', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    receiver.answer = 500
    await publish(ann)
    await deliverAll()
    await deliverAll()
    expect(receiver.received).toHaveLength(1)
    const [row] = await sql`
      select attempts, state, status, extract(epoch from next_attempt_at - attempted_at)::float as wait
      from webhook_deliveries`
    expect(row).toMatchObject({ attempts: 1, state: 'pending', status: 500 })
    expect(row?.wait).toBeGreaterThan(4)
    expect(row?.wait).toBeLessThan(6)
    await sql`update webhook_deliveries set next_attempt_at = now()`
    receiver.answer = 200
    await deliverAll()
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(await sql`select state, attempts from webhook_deliveries`).toMatchObject([
      { state: 'delivered', attempts: 2 },
    ])
  })

  it('is given up after ten attempts', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    receiver.answer = 404
    await publish(ann)
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await deliverAll()
      await sql`update webhook_deliveries set next_attempt_at = now()`
    }
    expect(receiver.received).toHaveLength(10)
    expect(await sql`select state from webhook_deliveries`).toMatchObject([{ state: 'failed' }])
  })

  it('is sent again after its process has died in the middle, with the same id', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    await publish(ann)
    const stop = new AbortController()
    receiver.answer = () => stop.abort()
    await expect(deliverWebhooks({ ...context(), signal: stop.signal })).rejects.toThrow()
    receiver.answer = 204
    await deliverAll()
    expect(receiver.received).toHaveLength(1)
    await sql`update webhooks set claimed_until = now() where id = ${id}`
    await deliverAll()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('does not wait for a receiver that does not answer, and no webhook gets two messages at a time', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const [hanging, quick] = [await startWebhookReceiver(), await startWebhookReceiver()]
    await create(ann, hanging)
    await create(ben, quick)
    const release = Promise.withResolvers<void>()
    hanging.answer = (response) => void release.promise.then(() => response.writeHead(204).end())
    await publish(ann)
    await publish(ann)
    await publish(ben)
    const delivering = deliverAll()
    await waitFor(() => expect(quick.received).toHaveLength(1))
    expect(hanging.received).toHaveLength(1)
    release.resolve()
    await delivering
    expect(hanging.received).toHaveLength(2)
  })

  it('is not followed at once by the next one if it failed, so that nobody is flooded with what they refuse', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    receiver.answer = 404
    for (let count = 0; count < 8; count += 1) await publish(ann)
    await deliverWebhooks(context(), { endsAt: performance.now() + 2_500, waitsForMore: true })
    // Both lanes may have asked for messages before the first one had failed.
    expect(receiver.received.length).toBeLessThanOrEqual(3)
    // Its owner can try again all the same.
    const { body } = await send('POST', `/api/webhooks/${id}/test`, ann.headers)
    expect(body).toMatchObject({ status: 404, attempts: 1 })
  })

  it('waits until the host has had a tenth of a second, however many webhooks name it', async () => {
    const [ann, ben, receiver] = [await aMember(), await aMember(), await startWebhookReceiver()]
    for (const member of [ann, ann, ann, ben])
      await create(member, { ...receiver, url: receiver.url.replace('127.0.0.1', '0x7f000001') })
    for (let count = 0; count < 3; count += 1) await publish(ann)
    await publish(ben)
    const startedAt = performance.now()
    const times: number[] = []
    receiver.answer = (response) => {
      times.push(performance.now() - startedAt)
      response.writeHead(204).end()
    }
    await deliverAll()
    expect(times).toHaveLength(10)
    expect(times.at(-1)).toBeGreaterThan(800)
  })

  it('whose secret cannot be decrypted is a failure, and is tried again later', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    await sql`update webhooks set secret = overlay(secret placing '\\x00'::bytea from 30)`
    await publish(ann)
    await deliverAll()
    const { body } = await send('GET', `/api/webhooks/${id}/deliveries`, ann.headers)
    expect(body).toMatchObject([{ state: 'pending', status: null, error: 'secret-unreadable', attempts: 1 }])
    expect(await stateOf(id)).toMatchObject({
      isSlow: true,
      firstFailedAt: expect.any(Date),
      claimedUntil: null,
    })
  })

  it('to a receiver that failed waits in a lane of its own', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    receiver.answer = 500
    await publish(ann)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ isSlow: true, firstFailedAt: expect.any(Date) })
    receiver.answer = 200
    await sql`update webhook_deliveries set next_attempt_at = now()`
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ isSlow: false, firstFailedAt: null })
  })

  it('is sent once, although two processes look for messages', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    for (let index = 0; index < 5; index += 1) await publish(ann)
    await Promise.all([deliverAll(), deliverAll(), deliverAll()])
    expect(receiver.received).toHaveLength(5)
  })

  it('reaches no private address, and the log says why', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    await sql`update webhooks set url = replace(url, 'http:', 'https:')`
    await publish(ann)
    await deliverWebhooks(context({ WEBHOOK_PRIVATE_ADDRESSES: 'false' }))
    expect(receiver.received).toEqual([])
    const { body } = await send('GET', `/api/webhooks/${id}/deliveries`, ann.headers)
    expect(body).toMatchObject([{ state: 'pending', status: null, error: 'private-address', attempts: 1 }])
  })

  it('is left to the next run when a run has taken its time', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    for (let index = 0; index < 3; index += 1) await publish(ann)
    await deliverWebhooks(context(), { endsAt: performance.now(), waitsForMore: true })
    expect(receiver.received).toEqual([])
    await deliverAll()
    expect(receiver.received).toHaveLength(3)
  })

  it('is not sent while the operator has switched webhooks off', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    await create(ann, receiver)
    await publish(ann)
    await webhookJob.run({ ...context({ WEBHOOKS: 'false' }) } as never, {})
    expect(receiver.received).toEqual([])
  })
})

describe('a webhook that fails', () => {
  const failFor = (interval: string) =>
    sql`update webhooks set first_failed_at = now() - ${interval}::text::interval`

  it('is switched off after three days, and its owner is notified once', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    receiver.answer = 500
    await publish(ann)
    await deliverAll()
    await failFor('71 hours')
    await sql`update webhook_deliveries set next_attempt_at = now()`
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
    await failFor('72 hours')
    await sql`update webhook_deliveries set next_attempt_at = now()`
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ state: 'disabled' })
    const { body } = await send('GET', '/api/notifications', ann.headers)
    expect(body).toMatchObject([
      { type: 'webhook-disabled', webhook: { host: new URL(receiver.url).host }, post: null },
    ])
    await publish(ann)
    await sql`update webhook_deliveries set next_attempt_at = now()`
    await deliverAll()
    expect(receiver.received).toHaveLength(3)
    receiver.answer = 204
    expect((await send('PATCH', `/api/webhooks/${id}`, ann.headers, { isPaused: false })).body).toMatchObject(
      {
        state: 'active',
        firstFailedAt: null,
      },
    )
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ state: 'active', firstFailedAt: null })
  })

  it('is switched off at once if the receiver says that it is gone', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    receiver.answer = 410
    await publish(ann)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ state: 'disabled' })
  })

  it('stays on if one delivery in between was received', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    await failFor('4 days')
    await publish(ann)
    await deliverAll()
    receiver.answer = 500
    await publish(ann)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
  })

  it('of a topic notifies the admins', async () => {
    const [admin, other] = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })]
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const topic = await seedTopic(database)
    await create(admin, receiver, { topicId: topic.id, kinds: ['post.published'] })
    receiver.answer = 410
    await seedPost(database, { by: ann, topic })
    await deliverAll()
    const rows = await sql`select user_id from notifications where type = 'webhook-disabled'`
    const ids = rows.map(({ userId }) => userId)
    expect(ids).toEqual(expect.arrayContaining([admin.id, other.id]))
    expect(ids).not.toContain(ann.id)
  })
})

describe('the log', () => {
  it('is bounded in days and in number', async () => {
    const [ann, receiver] = [await aMember(), await startWebhookReceiver()]
    const { id } = await create(ann, receiver)
    await sql`
      insert into webhook_deliveries (webhook_id, kind, state, created_at)
      select ${id}, 'post.updated', 'delivered', now() - n * interval '1 minute' from generate_series(1, 1500) n`
    await sql`update webhook_deliveries set created_at = now() - interval '31 days' where id % 2 = 0`
    await webhookLogSweepJob.run(context() as never, {})
    const [row] =
      await sql`select count(*)::integer as count, min(created_at) > now() - interval '30 days' as is_new from webhook_deliveries`
    expect(row).toEqual({ count: 500, isNew: true })
  })
})

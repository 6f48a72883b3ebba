import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const [admin, second] = [
  await seedSession(database, await seedUser(database, { isAdmin: true })),
  await seedSession(database, await seedUser(database, { isAdmin: true })),
]
const sender = await seedUser(database)
const member = await seedSession(database, sender)

const send = async (method: string, url: string, payload?: object, headers = admin) => {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const create = async (name: string) => {
  const { body } = await send('POST', '/api/admin/topics', { name })
  return { ...body, slug: name.toLowerCase().replaceAll(' ', '-') } as {
    id: number
    name: string
    slug: string
  }
}
const actions = async (): Promise<string[]> =>
  (await sql<{ action: string }[]>`select action from audit_events order by id`).map(({ action }) => action)

describe('A topic', () => {
  it('is created by name; a name with the same link returns 409 with the page of the existing topic', async () => {
    await create('Another')
    expect(await send('POST', '/api/admin/topics', { name: ' Deep  Sea ' })).toMatchObject({
      status: 200,
      body: { name: 'Deep  Sea', description: '', isHot: false, postCount: 0 },
    })
    expect(await send('POST', '/api/admin/topics', { name: 'deep sea' })).toMatchObject({
      status: 409,
      body: {
        message: 'The topic Deep  Sea already exists',
        field: 'name',
        conflictUrl: '/t/deep-sea',
      },
    })
    const both = await Promise.all(
      [admin, second].map((by) => send('POST', '/api/admin/topics', { name: 'Twice' }, by)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    [{}, 'Name is required'],
    [{ name: ' \u0000 ' }, 'Name is required'],
    [{ name: '-' }, 'Name must contain a letter or a digit'],
    [{ name: 'ä'.repeat(51) }, 'Name must be at most 50 characters'],
    [{ name: 'Fits', description: 'x'.repeat(1001) }, 'Description must be at most 1000 characters'],
  ])('%#: is refused with a field error', async (body, message) => {
    const answer = await send('POST', '/api/admin/topics', body)
    expect([answer.status, answer.body.issues[0].message]).toEqual([400, message])
  })

  it('keeps its posts when renamed, changes its link, and is found by its new name', async () => {
    const topic = await create('Plain Birds')
    const post = await seedPost(database, { topic, title: 'On wings' })
    await recomputeCounts(sql)
    const url = `/api/admin/topics/${topic.id}`
    expect((await send('PUT', url, { name: 'Falconry', description: 'Hunting birds' })).body).toMatchObject({
      name: 'Falconry',
      description: 'Hunting birds',
      postCount: 1,
    })
    expect((await send('GET', '/api/topics/falconry/posts')).body).toMatchObject([{ id: post.id }])
    expect((await send('GET', '/api/topics/plain-birds')).status).toBe(404)
    expect((await send('GET', '/api/search?q=falconry', undefined, member)).body).toMatchObject([
      { id: post.id },
    ])
    await create('Taken')
    expect((await send('PUT', url, { name: 'TAKEN' })).status).toBe(409)
    // Changing only the capitalization of a topic's own name is not a conflict.
    expect((await send('PUT', url, { name: 'FALCONRY' })).status).toBe(200)
    expect((await send('PUT', '/api/admin/topics/2000000000', { name: 'X1' })).status).toBe(404)
    expect((await send('PATCH', '/api/admin/topics/2000000000/hot', { isHot: true })).status).toBe(404)
    expect((await send('DELETE', '/api/admin/topics/2000000000')).status).toBe(404)
  })

  it('is marked as hot or not; repeating it records nothing', async () => {
    const { id } = await create('Warm')
    const others = [await create('Cool'), await create('Hotter')]
    await send('PATCH', `/api/admin/topics/${others[1]?.id}/hot`, { isHot: true })
    const areHot = async () =>
      (
        await sql`select is_hot from topics where id = any(${others.map((other) => other.id)}) order by id`
      ).map(({ isHot }) => isHot)
    const before = (await actions()).length
    for (const isHot of [true, true, false]) {
      expect((await send('PATCH', `/api/admin/topics/${id}/hot`, { isHot })).body.isHot).toBe(isHot)
      expect(await areHot()).toEqual([false, true])
    }
    expect((await actions()).slice(before)).toEqual(['mark-hot', 'unmark-hot'])
  })

  it('is deleted without its posts, and every count stays right', async () => {
    const topic = await create('Passing')
    const other = await create('Staying')
    const post = await seedPost(database, { topic, title: 'Stays here' })
    await recomputeCounts(sql)
    const both = await Promise.all(
      [admin, second].map((by) => send('DELETE', `/api/admin/topics/${topic.id}`, undefined, by)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await send('GET', `/api/posts/${post.id}`)).body).toMatchObject({ topicId: null, topic: null })
    expect((await send('GET', '/api/search?q=passing', undefined, member)).body).toEqual([])
    expect((await send('GET', '/api/topics/staying')).body).toMatchObject({ id: other.id })
    expect(await verifyCounts(sql)).toEqual([])
  })
})

describe('A request for a topic', () => {
  const requestTopic = async (name: string): Promise<number> =>
    (await send('POST', '/api/topics/request', { name, description: 'Please' }, member)).body.id
  const requestExists = async (id: number) =>
    (await sql`select from topic_requests where id = ${id}`).length === 1

  it('becomes a topic and is deleted, for one of two simultaneous admins', async () => {
    const id = await requestTopic('Beekeeping')
    const other = await requestTopic('Cheesemaking')
    const form = { name: 'Bees', description: 'And honey' }
    const both = await Promise.all(
      [admin, second].map((by) => send('POST', `/api/admin/topic-requests/${id}/approve`, form, by)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect([await requestExists(id), await requestExists(other)]).toEqual([false, true])
    expect((await send('GET', '/api/topics/bees')).body).toMatchObject(form)
    expect((await actions()).slice(-2)).toEqual(['create-topic', 'approve-request'])
  })

  it('stays if the topic already exists', async () => {
    const id = await requestTopic('Bonsai')
    await create('Bonsai')
    const before = (await actions()).length
    expect((await send('POST', `/api/admin/topic-requests/${id}/approve`, { name: 'Bonsai' })).status).toBe(
      409,
    )
    expect(await requestExists(id)).toBe(true)
    expect((await actions()).length).toBe(before)
  })

  it('is deleted without creating a topic when rejected', async () => {
    const id = await requestTopic('Nonsense')
    expect((await send('GET', '/api/admin/topic-requests?q=nonsense')).body).toMatchObject([
      { id, name: 'Nonsense', description: 'Please', status: 'pending', user: {} },
    ])
    expect((await send('DELETE', `/api/admin/topic-requests/${id}`)).status).toBe(200)
    expect((await send('DELETE', `/api/admin/topic-requests/${id}`)).status).toBe(404)
    expect((await send('GET', '/api/topics/nonsense')).status).toBe(404)
  })
})

describe.each([
  ['feedback', '/api/feedback', { content: 'Needs more cats' }, 'cats'],
  ['an ad request', '/api/ad-requests', { name: 'Cat food', email: 'cats@example.org' }, 'FOOD'],
])('Items sent as %s', (_, url, body, q) => {
  it('are listed newest first, searched, deleted once and kept in the audit log', async () => {
    const neighbour = await seedSession(database, await seedUser(database))
    const other = (await send('POST', url, body, neighbour)).body.id
    const { id } = (await send('POST', url, body, member)).body
    const list = url.replace('/api', '/api/admin')
    expect((await send('GET', `${list}?q=${q}`)).body).toMatchObject([
      { id, ...body, user: { id: sender.id } },
      { id: other, ...body, user: {} },
    ])
    expect((await send('GET', `${list}?q=dogs`)).body).toEqual([])
    // The search also matches the sender's username.
    const name = sender.username.toUpperCase().slice(1)
    expect((await send('GET', `${list}?q=${name}&limit=1`)).body).toMatchObject([{ id }])
    const both = await Promise.all(
      [admin, second].map((by) => send('DELETE', `${list}/${id}`, undefined, by)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const [event] = (await send('GET', '/api/admin/acts?limit=1')).body
    expect(event.before).toMatchObject(body)
    expect((await send('GET', list)).body).toMatchObject([{ id: other }])
  })
})

describe('Topic requests of one member', () => {
  const request = async (name: string) => {
    const { body } = await send('POST', '/api/topics/request', { name, description: `About ${name}` }, member)
    return body.id as number
  }

  it('can be approved and rejected any number of times', async () => {
    for (const name of ['Knots', 'Ropes', 'Sails'])
      expect(
        (await send('POST', `/api/admin/topic-requests/${await request(name)}/approve`, { name })).status,
      ).toBe(200)
    for (const name of ['Spam', 'More spam', 'Most spam'])
      expect((await send('DELETE', `/api/admin/topic-requests/${await request(name)}`)).status).toBe(200)
    expect(await sql`select from topic_requests where name ~ 'Knots|Ropes|Sails|spam'`).toEqual([])
    const notifications = await sql<{ type: string; topicName: string }[]>`
      select type, topic_name from notifications where user_id = ${sender.id} order by id desc limit 6`
    expect(notifications.map(({ type, topicName }) => `${type} ${topicName}`).reverse()).toEqual([
      'topic-approved Knots',
      'topic-approved Ropes',
      'topic-approved Sails',
      'topic-rejected Spam',
      'topic-rejected More spam',
      'topic-rejected Most spam',
    ])
  })

  it('give their description to the topic unless the admin writes another', async () => {
    const approve = async (name: string, form: object) =>
      (await send('POST', `/api/admin/topic-requests/${await request(name)}/approve`, form)).body
    expect(await approve('Masts', { name: 'Masts' })).toMatchObject({ description: 'About Masts' })
    expect(await approve('Decks', { name: 'Decks', description: 'Better' })).toMatchObject({
      description: 'Better',
    })
    expect(await approve('Oars', { name: 'Oars', description: '' })).toMatchObject({ description: '' })
  })
})

it('keeps the description of a topic whose name alone is changed', async () => {
  const { body } = await send('POST', '/api/admin/topics', { name: 'Lamps', description: 'About light' })
  const change = async (form: object) => (await send('PUT', `/api/admin/topics/${body.id}`, form)).body
  expect(await change({ name: 'Lights' })).toMatchObject({ name: 'Lights', description: 'About light' })
  expect(await change({ name: 'Lights', description: '' })).toMatchObject({ description: '' })
})

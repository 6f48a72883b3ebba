import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const user = await seedUser(database)
const headers = await seedSession(database, user)

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  url: string,
  payload?: object,
  tag?: string,
) => {
  const answer = await app.inject({
    method,
    url,
    headers: { ...headers, ...(tag !== undefined && { 'if-match': tag }) },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, ...answer.json() }
}

type Editable = { method: 'PATCH' | 'PUT'; url: string; field: string; updatedAt: string }

const aComment = async (): Promise<Editable> => {
  const post = await seedPost(database)
  const { id } = await seedComment(database, { on: post, by: user, content: 'First' })
  const { comments } = await send('GET', `/api/posts/${post.id}/comments`)
  return { method: 'PATCH', url: `/api/comments/${id}`, field: 'content', updatedAt: comments[0].updatedAt }
}
const aCollection = async (): Promise<Editable> => {
  const { id, updatedAt } = await send('POST', '/api/collections', { title: 'First' })
  return { method: 'PATCH', url: `/api/collections/${id}`, field: 'title', updatedAt }
}
const aDraft = async (): Promise<Editable> => {
  const url = `/api/user/drafts/${randomUUID()}`
  const { updatedAt } = await send('PUT', url, { title: 'First' })
  return { method: 'PUT', url, field: 'title', updatedAt }
}

it.each([
  ['comment', aComment],
  ['collection', aCollection],
  ['draft', aDraft],
])('an edit of a %s that names an older state is rejected with a 412', async (_name, create) => {
  const { method, url, field, updatedAt } = await create()
  const edit = (text: string, tag?: string) => send(method, url, { [field]: text }, tag)
  const answers = await Promise.all([edit('One', `"${updatedAt}"`), edit('Two', `"${updatedAt}"`)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect(answers.find(({ status }) => status === 412)).toMatchObject({ code: 'changed-since-read' })
  const current = answers.find(({ status }) => status === 200)
  for (const stale of [`"${updatedAt}"`, current.updatedAt, `W/"${current.updatedAt}"`, '""', '"7"'])
    expect(await edit('Late', stale)).toMatchObject({ status: 412 })
  expect(await edit('Right', `"${current.updatedAt}"`)).toMatchObject({ status: 200, [field]: 'Right' })
  expect(await edit('Any', '*')).toMatchObject({ status: 200, [field]: 'Any' })
  expect(await edit('Without', undefined)).toMatchObject({ status: 200, [field]: 'Without' })
})

it('a text of the site that another admin has written meanwhile is not replaced', async () => {
  const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
  const write = async (text: string, tag?: string) => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/admin/site-texts/terms',
      headers: { ...admin, ...(tag !== undefined && { 'if-match': tag }) },
      payload: { text },
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  const first = await Promise.all([write('One', '"null"'), write('Two', '"null"')])
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const current = first.find(({ status }) => status === 200)
  expect(await write('Late', '"null"')).toMatchObject({ status: 412, code: 'changed-since-read' })
  expect(await write('Right', `"${current.updatedAt}"`)).toMatchObject({ status: 200, text: 'Right' })
  expect(await write('Late', `"${current.updatedAt}"`)).toMatchObject({ status: 412 })
  expect(await write('Any', '*')).toMatchObject({ status: 200 })
  expect(await write('Without')).toMatchObject({ status: 200 })
})

it('a topic that another admin has edited meanwhile is not overwritten', async () => {
  const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
  const edit = async (method: 'POST' | 'PUT', url: string, payload: object, tag?: string) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...admin, ...(tag !== undefined && { 'if-match': tag }) },
      payload,
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  const { id, revision } = await edit('POST', '/api/admin/topics', { name: 'Knots' })
  const write = (description: string, tag?: string) =>
    edit('PUT', `/api/admin/topics/${id}`, { name: 'Knots', description }, tag)
  const first = await Promise.all([write('One', `"${revision}"`), write('Two', `"${revision}"`)])
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const current = first.find(({ status }) => status === 200)
  expect(await write('Late', `"${revision}"`)).toMatchObject({ status: 412, code: 'changed-since-read' })
  expect(await send('GET', '/api/topics/knots')).toMatchObject({
    description: current.description,
    revision: current.revision,
  })
  expect(await write('Right', `"${current.revision}"`)).toMatchObject({ status: 200, description: 'Right' })
  expect(await write('Any', '*')).toMatchObject({ status: 200 })
  expect(await write('Without')).toMatchObject({ status: 200 })
})

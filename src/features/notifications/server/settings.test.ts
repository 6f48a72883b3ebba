import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedUser,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { notificationKinds } from '../contract-values.ts'
import { notifyOfSuggestedEdit } from './notify-query.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>

const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
const send = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: Headers, payload?: object) => {
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, body: response.json() }
}
const setKind = (headers: Headers, kind: string, isEnabled: boolean) =>
  send('PUT', `/api/notifications/settings/${kind}`, headers, { isEnabled })
const typesOf = async ({ id }: { id: number }) =>
  (await sql<{ type: string }[]>`select type from notifications where user_id = ${id} order by type`).map(
    ({ type }) => type,
  )
const allOn = Object.fromEntries(notificationKinds.map((kind) => [kind, true]))

describe('Notification settings', () => {
  it('are all on at first, and switch each kind on and off however often it is sent', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const read = async ({ headers }: typeof ann) =>
      (await send('GET', '/api/notifications/settings', headers)).body
    expect(await read(ann)).toEqual(allOn)
    for (let n = 0; n < 2; n += 1)
      expect((await setKind(ann.headers, 'upvote', false)).body).toEqual({ ...allOn, upvote: false })
    expect(await read(ann)).toEqual({ ...allOn, upvote: false })
    expect(await read(ben)).toEqual(allOn)
    for (let n = 0; n < 2; n += 1) expect((await setKind(ann.headers, 'upvote', true)).body).toEqual(allOn)
  })

  it('reject unknown kinds, among them moderation notices', async () => {
    const { headers } = await aMember()
    for (const kind of ['moderation', 'comments'])
      expect((await setKind(headers, kind, false)).status).toBe(404)
    expect((await send('PUT', '/api/notifications/settings/upvote', headers, {})).status).toBe(400)
  })

  it('keep a kind that is off from creating notifications, and only that kind of that member', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const comment = await seedComment(database, { on: item, by: ann })
    const act = async () => {
      await send('POST', '/api/votes', ben.headers, { postId: item.id, value: 1 })
      await send('POST', '/api/votes', ben.headers, { commentId: comment.id, value: 1 })
      await send('POST', `/api/posts/${item.id}/bookmark`, ben.headers)
      await send('POST', '/api/comments', ben.headers, { postId: item.id, content: `${Math.random()}` })
    }
    await setKind(ben.headers, 'comment', false)
    for (const kind of ['upvote', 'bookmark']) await setKind(ann.headers, kind, false)
    await act()
    expect(await typesOf(ann)).toEqual(['comment'])
    await setKind(ann.headers, 'comment', false)
    await act()
    expect(await typesOf(ann)).toEqual(['comment'])
  })

  it('apply to suggested edits and to their decisions', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const suggestedEditId = await seedSuggestedEdit(database, item, ben)
    const tell = (type: 'edit-suggested' | 'edit-accepted', to: typeof ann, by: typeof ann) =>
      notifyOfSuggestedEdit(sql, {
        userId: to.id,
        fromUserId: by.id,
        postId: item.id,
        suggestedEditId,
        type,
      })
    await setKind(ben.headers, 'suggested-edit', false)
    await tell('edit-suggested', ann, ben)
    await tell('edit-accepted', ben, ann)
    expect(await typesOf(ann)).toEqual(['edit-suggested'])
    expect(await typesOf(ben)).toEqual([])
  })

  it('apply to invitations and to topic requests', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const admin = await aMember({ isAdmin: true })
    const collection = await seedCollection(database, ann)
    const invite = () =>
      send('POST', `/api/collections/${collection}/editors`, ann.headers, { username: ben.username })
    const request = async (name: string) => {
      const { body } = await send('POST', '/api/topics/request', ben.headers, { name, description: 'About' })
      await send('POST', `/api/admin/topic-requests/${body.id}/approve`, admin.headers, {
        name,
        description: 'About',
      })
    }
    for (const kind of ['collection-invitation', 'topic-request']) await setKind(ben.headers, kind, false)
    expect((await invite()).status).toBe(200)
    await request('Sailing')
    expect(await typesOf(ben)).toEqual([])
    for (const kind of ['collection-invitation', 'topic-request']) await setKind(ben.headers, kind, true)
    await invite()
    await request('Rowing')
    expect(await typesOf(ben)).toContain('topic-approved')
  })

  it('are part of the account export', async () => {
    const { headers } = await aMember()
    await setKind(headers, 'bookmark', false)
    const response = await app.inject({ url: '/api/user/export', headers })
    expect(response.json().disabledNotifications).toMatchObject([{ kind: 'bookmark' }])
  })
})

import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type AdminAction, adminActions } from '#features/audit/contract.ts'
import { testApp } from '#tests/support/app.ts'
import { aComment, aPost, aSession, aTopic, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const { sql } = database
const app = await testApp(database)
const admin = await aSession(database, await aUser(database, { isAdmin: true }))

type Ask = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: object }
const users = '/api/admin/users'
const topics = '/api/admin/topics'

/** What `table` holds of a member's, by id. */
const sent = async (table: string, fields: Record<string, string>): Promise<number> => {
  const row = { ...fields, userId: (await aUser(database)).id }
  const [made] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(row)} returning id`
  return made?.id ?? 0
}
const muted = async () => (await aUser(database, { isMuted: true })).id
const wish = () => sent('topic_requests', { name: 'Wish', description: 'Please' })
const unique = () => `Topic ${Math.random()}`.replace('.', '')

/** How each act is done over the API; a reason is a word of the address, or of the body where it is told to the author. */
const acts: Record<AdminAction, () => Promise<Ask>> = {
  'mute-user': async () => ({ method: 'PATCH', url: `${users}/${(await aUser(database)).id}/mute` }),
  'unmute-user': async () => ({ method: 'PATCH', url: `${users}/${await muted()}/unmute` }),
  'end-sessions-of-user': async () => ({
    method: 'POST',
    url: `${users}/${(await aUser(database)).id}/end-sessions`,
  }),
  'delete-user': async () => ({ method: 'DELETE', url: `${users}/${(await aUser(database)).id}` }),
  'create-topic': async () => ({ method: 'POST', url: topics, body: { name: unique() } }),
  'change-topic': async () => ({
    method: 'PUT',
    url: `${topics}/${(await aTopic(database)).id}`,
    body: { name: unique() },
  }),
  'mark-hot': async () => ({
    method: 'PATCH',
    url: `${topics}/${(await aTopic(database)).id}/hot`,
    body: { isHot: true },
  }),
  'unmark-hot': async () => {
    const { id } = await aTopic(database)
    await sql`update topics set is_hot = true where id = ${id}`
    return { method: 'PATCH', url: `${topics}/${id}/hot`, body: { isHot: false } }
  },
  'delete-topic': async () => ({ method: 'DELETE', url: `${topics}/${(await aTopic(database)).id}` }),
  'approve-request': async () => ({
    method: 'POST',
    url: `/api/admin/topic-requests/${await wish()}/approve`,
    body: { name: unique() },
  }),
  'reject-request': async () => ({ method: 'DELETE', url: `/api/admin/topic-requests/${await wish()}` }),
  'delete-feedback': async () => ({
    method: 'DELETE',
    url: `/api/admin/feedback/${await sent('feedback', { content: 'Words' })}`,
  }),
  'delete-ad-request': async () => ({
    method: 'DELETE',
    url: `/api/admin/ad-requests/${await sent('ad_requests', { name: 'Acme', email: 'a@b.co' })}`,
  }),
  'remove-post': async () => ({
    method: 'DELETE',
    url: `/api/admin/posts/${(await aPost(database)).id}`,
    body: {},
  }),
  'remove-comment': async () => ({
    method: 'DELETE',
    url: `/api/admin/comments/${(await aComment(database, { on: await aPost(database) })).id}`,
    body: {},
  }),
}

const doWith = async (action: AdminAction, reason: string) => {
  const { method, url, body } = await acts[action]()
  const isTold = action.startsWith('remove-')
  const before = await last()
  const answer = await app.inject({
    method,
    url: isTold ? url : `${url}?reason=${encodeURIComponent(reason)}`,
    headers: admin,
    ...(body ? { payload: isTold ? { reason } : body } : {}),
  })
  const written = await sql<{ action: string; reason: string }[]>`
    select action, reason from admin_acts where id > ${before} order by id`
  return { status: answer.statusCode, message: answer.json().message, written: [...written] }
}
const last = async (): Promise<number> =>
  (await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from admin_acts`)[0]?.id ?? 0

describe('Why an admin acts', () => {
  it.each(adminActions)('%s is recorded with the reason, in a person’s characters', async (action) => {
    const reason = '🦆'.repeat(limits.reason)
    const { status, written } = await doWith(action, ` \u0000${reason}\n`)
    expect(status).toBe(200)
    expect(written.map((act) => act.action)).toContain(action)
    // An approval creates a topic, too: for the same reason.
    for (const act of written) expect(act.reason).toBe(reason)
  })

  it.each(adminActions)('%s is not done where the reason is too long', async (action) => {
    expect(await doWith(action, 'x'.repeat(limits.reason + 1))).toMatchObject({
      ...{ status: 400, written: [] },
      message: 'The reason must be at most 500 characters',
    })
  })
})

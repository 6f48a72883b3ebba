import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedApplication,
  seedComment,
  seedFailedJob,
  seedLocalUser,
  seedPasskey,
  seedPost,
  seedSession,
  seedTopic,
  seedUser,
  seedWaitingUser,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type AdminAction, adminActions } from '../contract-audit.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'prompts@example.org' })
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))

type ActionRequest = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: object }
const users = '/api/admin/users'
const topics = '/api/admin/topics'

/** Inserts a member's row into `table` and returns its id. */
const insertRow = async (table: string, fields: Record<string, string>): Promise<number> => {
  const row = { ...fields, userId: (await seedUser(database)).id }
  const [inserted] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(row)} returning id`
  return inserted?.id ?? 0
}
const createMutedUser = async () => (await seedUser(database, { isMuted: true })).id
const insertTopicRequest = () => insertRow('topic_requests', { name: 'Wish', description: 'Please' })
const aMessage = { name: 'Ada', email: 'ada@example.org', content: 'Hello' }
const unique = () => `Topic ${Math.random()}`.replace('.', '')

/**
 * The actions whose requests have no reason field, because members use the same endpoints (the admin adds the reason in
 * the audit log), those that earlier versions of the site recorded, and decisions, whose reason is one of the operator's
 * list.
 */
const WITHOUT_REASON = [
  'delete-collection',
  'delete-suggested-edit',
  'withdraw-skill',
  'decide-case',
  'reverse-decision',
  'answer-appeal',
  'create-webhook',
  'change-webhook',
  'delete-webhook',
] as const
type ActionWithReason = Exclude<AdminAction, (typeof WITHOUT_REASON)[number]>
const actionsWithReason = adminActions.filter(
  (action): action is ActionWithReason => !WITHOUT_REASON.some((other) => other === action),
)

/**
 * Creates the request for each admin action. The reason is a query parameter, or part of the body if the author will
 * see it.
 */
const requests: Record<ActionWithReason, () => Promise<ActionRequest>> = {
  'change-role-of-user': async () => ({
    method: 'PUT',
    url: `${users}/${(await seedUser(database)).id}/role`,
    body: { isModerator: true, moderatedTopics: [] },
  }),
  'approve-sign-up': async () => ({
    method: 'POST',
    url: '/api/admin/sign-ups/approve',
    body: { ids: [(await seedWaitingUser(database)).id] },
  }),
  'reject-sign-up': async () => ({
    method: 'POST',
    url: `/api/admin/sign-ups/${(await seedWaitingUser(database)).id}/reject`,
  }),
  'mute-user': async () => ({ method: 'PATCH', url: `${users}/${(await seedUser(database)).id}/mute` }),
  'unmute-user': async () => ({ method: 'PATCH', url: `${users}/${await createMutedUser()}/unmute` }),
  'end-sessions-of-user': async () => ({
    method: 'POST',
    url: `${users}/${(await seedUser(database)).id}/end-sessions`,
  }),
  'create-reset-link-for-user': async () => ({
    method: 'POST',
    url: `${users}/${(await seedLocalUser(database)).id}/reset-link`,
  }),
  'reset-second-factors-of-user': async () => {
    const { id, subject } = await seedLocalUser(database)
    await seedPasskey(database, subject)
    return { method: 'DELETE', url: `${users}/${id}/second-factors` }
  },
  'delete-user': async () => ({ method: 'DELETE', url: `${users}/${(await seedUser(database)).id}` }),
  'create-topic': async () => ({ method: 'POST', url: topics, body: { name: unique() } }),
  'change-topic': async () => ({
    method: 'PUT',
    url: `${topics}/${(await seedTopic(database)).id}`,
    body: { name: unique() },
  }),
  'mark-hot': async () => ({
    method: 'PATCH',
    url: `${topics}/${(await seedTopic(database)).id}/hot`,
    body: { isHot: true },
  }),
  'unmark-hot': async () => {
    const { id } = await seedTopic(database)
    await sql`update topics set is_hot = true where id = ${id}`
    return { method: 'PATCH', url: `${topics}/${id}/hot`, body: { isHot: false } }
  },
  'edit-page': async () => ({
    method: 'PUT',
    url: '/api/admin/site-texts/terms',
    body: { text: unique() },
  }),
  'retry-job': async () => ({
    method: 'POST',
    url: `/api/admin/jobs/${await seedFailedJob(database)}/retry`,
  }),
  'delete-job': async () => ({ method: 'DELETE', url: `/api/admin/jobs/${await seedFailedJob(database)}` }),
  'block-application': async () => ({
    method: 'PUT',
    url: `/api/admin/applications/${await seedApplication(database)}/blocked`,
    body: { isBlocked: true },
  }),
  'allow-application': async () => ({
    method: 'PUT',
    url: `/api/admin/applications/${await seedApplication(database)}/blocked`,
    body: { isBlocked: false },
  }),
  'rename-tag': async () => {
    const name = `tag-${Math.random()}`.replace('.', '')
    await database.sql`insert into tags (name) values (${name})`
    return { method: 'PUT', url: `/api/admin/tags/${name}`, body: { name: `${name}-new` } }
  },
  'delete-topic': async () => ({ method: 'DELETE', url: `${topics}/${(await seedTopic(database)).id}` }),
  'approve-request': async () => ({
    method: 'POST',
    url: `/api/admin/topic-requests/${await insertTopicRequest()}/approve`,
    body: { name: unique() },
  }),
  'reject-request': async () => ({
    method: 'DELETE',
    url: `/api/admin/topic-requests/${await insertTopicRequest()}`,
  }),
  'delete-feedback': async () => ({
    method: 'DELETE',
    url: `/api/admin/feedback/${await insertRow('feedback', { content: 'Words' })}`,
  }),
  'delete-ad-request': async () => ({
    method: 'DELETE',
    url: `/api/admin/ad-requests/${await insertRow('ad_requests', { name: 'Acme', email: 'a@b.co' })}`,
  }),
  'answer-contact-message': async () => ({
    method: 'POST',
    url: `/api/admin/contact-messages/${await insertRow('contact_messages', aMessage)}/answer`,
    body: { answer: 'Thank you' },
  }),
  'delete-contact-message': async () => ({
    method: 'DELETE',
    url: `/api/admin/contact-messages/${await insertRow('contact_messages', aMessage)}`,
  }),
  'remove-post': async () => ({
    method: 'DELETE',
    url: `/api/admin/posts/${(await seedPost(database)).id}`,
    body: {},
  }),
  'remove-comment': async () => ({
    method: 'DELETE',
    url: `/api/admin/comments/${(await seedComment(database, { on: await seedPost(database) })).id}`,
    body: {},
  }),
}

const takeAction = async (action: ActionWithReason, reason: string) => {
  const { method, url, body } = await requests[action]()
  const isInBody = /^remove-/.test(action)
  const before = await lastEventId()
  const answer = await app.inject({
    method,
    url: isInBody ? url : `${url}?reason=${encodeURIComponent(reason)}`,
    headers: admin,
    ...(body ? { payload: isInBody ? { reason } : body } : {}),
  })
  const recorded = await sql<{ action: string; reason: string }[]>`
    select action, reason from audit_events where id > ${before} order by id`
  return { status: answer.statusCode, message: answer.json().message, recorded: [...recorded] }
}
const lastEventId = async (): Promise<number> =>
  (await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from audit_events`)[0]?.id ?? 0

describe("The reason for an admin's action", () => {
  it.each(actionsWithReason)('is recorded for %s, counted in code points', async (action) => {
    const reason = '🦆'.repeat(limits.reason)
    const { status, recorded } = await takeAction(action, ` \u0000${reason}\n`)
    expect(status).toBe(200)
    expect(recorded.map((act) => act.action)).toContain(action)
    // Approving a request also creates a topic, which is recorded with the same reason.
    for (const act of recorded) expect(act.reason).toBe(reason)
  })

  it.each(actionsWithReason)('prevents %s if it is too long', async (action) => {
    expect(await takeAction(action, 'x'.repeat(limits.reason + 1))).toMatchObject({
      status: 400,
      recorded: [],
      message: 'The reason must be at most 500 characters',
    })
  })
})

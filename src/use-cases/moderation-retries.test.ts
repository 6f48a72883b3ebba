import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedComment, seedPost, seedSuggestedEdit } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const admins = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })] as const
const [admin] = admins
const reason = 'Something else'

type Request = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  by?: SignedInMember
}

const aPost = async () => String((await seedPost(database)).id)
const aCase = async (kind = 'post', id?: string): Promise<number> => {
  const subject = { kind, id: id ?? (await aPost()) }
  return (await send(admin, 'POST', '/api/moderation/cases', { subject })).body.id
}
const aDecision = async (): Promise<number> => {
  const path = `/api/moderation/cases/${await aCase()}/decisions`
  return (await send(admin, 'POST', path, { action: 'remove', reason, words: '' })).body.id
}
const anAppealedDecision = async () => {
  const author = await aMember()
  const caseId = await aCase('post', String((await seedPost(database, { by: author })).id))
  const decision = { action: 'remove', reason, words: '' }
  // Somebody else than those who answer has decided.
  const moderator = await aMember({ isModerator: true })
  const { body } = await send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, decision)
  return { author, url: `/api/user/decisions/${body.id}/appeal`, id: body.id as number }
}

/** Each write of moderation. What the second of two equal requests answers is one of `repeated`. */
const requests: Record<string, { make: () => Promise<Request>; repeated: number[] }> = {
  report: {
    make: async () => ({
      method: 'POST',
      url: '/api/reports',
      by: await aMember(),
      body: { subject: { kind: 'post', id: await aPost() }, reason, words: '' },
    }),
    repeated: [409],
  },
  'withdraw a report': {
    make: async () => {
      const by = await aMember()
      const subject = { kind: 'post', id: await aPost() }
      const { body } = await send(by, 'POST', '/api/reports', { subject, reason, words: '' })
      return { method: 'DELETE', url: `/api/reports/${body.id}`, by }
    },
    repeated: [200, 404],
  },
  'open a case': {
    make: async () => ({
      method: 'POST',
      url: '/api/moderation/cases',
      body: { subject: { kind: 'post', id: await aPost() } },
    }),
    repeated: [200],
  },
  'claim a case': {
    make: async () => ({
      method: 'PUT',
      url: `/api/moderation/cases/${await aCase()}/claim`,
      body: { isClaimed: true },
    }),
    repeated: [200, 409],
  },
  'decide a case': {
    make: async () => ({
      method: 'POST',
      url: `/api/moderation/cases/${await aCase()}/decisions`,
      body: { action: 'remove', reason, words: 'Because' },
    }),
    repeated: [409],
  },
  'suspend an account': {
    make: async () => ({
      method: 'POST',
      url: `/api/moderation/cases/${await aCase('member', (await aMember()).username)}/decisions`,
      body: { action: 'remove-all', reason, words: 'Because' },
    }),
    repeated: [409],
  },
  'undo a decision': {
    make: async () => ({
      method: 'POST',
      url: `/api/moderation/decisions/${await aDecision()}/reversal`,
      body: { reversalWords: 'A mistake' },
    }),
    repeated: [409],
  },
  appeal: {
    make: async () => {
      const { author, url } = await anAppealedDecision()
      return { method: 'POST', url, body: { words: 'It is wrong' }, by: author }
    },
    repeated: [409],
  },
  'answer an appeal': {
    make: async () => {
      const { author, url, id } = await anAppealedDecision()
      await send(author, 'POST', url, { words: 'It is wrong' })
      const [appeal] = await sql<{ id: number }[]>`select id from appeals where decision_id = ${id}`
      return {
        method: 'POST',
        url: `/api/moderation/appeals/${appeal?.id}/answer`,
        body: { isGranted: true, answer: 'It is' },
      }
    },
    repeated: [409],
  },
  'remove a post': {
    make: async () => ({
      method: 'DELETE',
      url: `/api/admin/posts/${await aPost()}`,
      body: { reason: 'Because', rule: reason },
    }),
    repeated: [404],
  },
  'remove a comment': {
    make: async () => ({
      method: 'DELETE',
      url: `/api/admin/comments/${(await seedComment(database, { on: await seedPost(database) })).id}`,
      body: { reason: 'Because', rule: reason },
    }),
    repeated: [404],
  },
  'remove a collection': {
    make: async () => ({
      method: 'DELETE',
      url: `/api/admin/collections/${await seedCollection(database, await aMember(), 'public')}`,
      body: { reason: 'Because', rule: reason },
    }),
    repeated: [404],
  },
  'remove a suggested edit': {
    make: async () => {
      const id = await seedSuggestedEdit(database, await seedPost(database), await aMember())
      return {
        method: 'DELETE',
        url: `/api/admin/suggested-edits/${id}`,
        body: { reason: 'Because', rule: reason },
      }
    },
    repeated: [404],
  },
  'withdraw a version of a skill': {
    make: async () => {
      const { id } = await seedPost(database, { form: 'skill', skill: '{"name":"a"}' })
      await recordReleases(sql, [id])
      const body = { reason: 'Because', rule: reason }
      return { method: 'POST', url: `/api/posts/${id}/versions/1/withdraw`, body }
    },
    repeated: [404],
  },
  'mute a member': {
    make: async () => ({
      method: 'PATCH',
      url: `/api/admin/users/${(await aMember()).id}/mute`,
      body: { reason: 'Because', rule: reason },
    }),
    repeated: [200, 409],
  },
  'appoint a moderator': {
    make: async () => ({
      method: 'PUT',
      url: `/api/admin/users/${(await aMember()).id}/role`,
      body: { isModerator: true, moderatedTopics: [] },
    }),
    repeated: [200],
  },
  'write a note on a case': {
    make: async () => ({
      method: 'POST',
      url: `/api/moderation/cases/${await aCase()}/notes`,
      by: admin,
      body: { words: 'Look at this again', requestKey: randomUUID() },
    }),
    repeated: [200],
  },
  'write a note on a member': {
    make: async () => ({
      method: 'POST',
      url: `/api/moderation/members/${(await aMember()).id}/notes`,
      by: admin,
      body: { words: 'Was warned twice', requestKey: randomUUID() },
    }),
    repeated: [200],
  },
  'send a legal notice': {
    make: async () => ({
      method: 'POST',
      url: '/api/legal-notices',
      by: await aMember(),
      body: {
        url: `http://localhost:3000/post/${await aPost()}`,
        reason: 'Insult or defamation',
        words: 'It says of me what is not true, and names my street.',
        name: 'Ada',
        email: `${randomUUID()}@example.org`,
        isGoodFaith: true,
        website: '',
      },
    }),
    repeated: [200],
  },
}

/** What is stored by the writes of moderation: each must happen once. */
const readEffects = async () => {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::integer from reports where withdrawn_at is null) as reports,
      (select count(*)::integer from moderation_cases) as cases,
      (select count(*)::integer from moderation_cases where is_open) as open_cases,
      (select count(*)::integer from moderation_decisions) as decisions,
      (select count(*)::integer from moderation_decisions where reversed_at is not null) as reversals,
      (select count(*)::integer from moderation_notes) as notes,
      (select count(*)::integer from appeals) as appeals,
      (select count(*)::integer from appeals where answered_at is not null) as answers,
      (select count(*)::integer from moderation_notices) as notices,
      (select count(*)::integer from notifications) as notifications,
      (select count(*)::integer from moderated_texts) as texts,
      (select count(*)::integer from admin_acts) as events,
      (select count(*)::integer from jobs.job where name in ('mail-statement', 'remove-everything', 'return-case-items', 'mail-notice-decision')) as jobs`
  return row
}

type Effects = Awaited<ReturnType<typeof readEffects>>
const subtract = (after: Effects, before: Effects) =>
  Object.fromEntries(
    Object.entries(after ?? {}).map(([name, count]) => [name, count - (before?.[name] ?? 0)]),
  )

const deliver = async ({ method, url, body, by = admin }: Request, key?: string) => {
  const headers = { ...by.headers, ...(key && { 'idempotency-key': key }) }
  const response = await app.inject({ method, url, headers, ...(body && { body }) })
  return { status: response.statusCode, text: response.body }
}

describe.each(Object.keys(requests))('A repeated request (%s)', (name) => {
  const { make, repeated } = requests[name] as (typeof requests)[string]

  it('changes nothing', async () => {
    const request = await make()
    await recomputeCounts(sql)
    const first = await deliver(request)
    expect(first.status, first.text).toBe(200)
    const effects = await readEffects()
    const second = await deliver(request)
    expect(repeated, second.text).toContain(second.status)
    expect(await readEffects()).toEqual(effects)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('is one when two people, or a person and a retry, send it at once', async () => {
    const alone = await make()
    const request = await make()
    await recomputeCounts(sql)
    const before = await readEffects()
    await deliver(alone)
    const between = await readEffects()
    const other = request.by ?? admins[1]
    const sent = await Promise.all([deliver(request), deliver({ ...request, by: other }), deliver(request)])
    expect(sent.map(({ status }) => status)).toContain(200)
    for (const { status, text } of sent) expect([200, ...repeated], text).toContain(status)
    expect(subtract(await readEffects(), between)).toEqual(subtract(between, before))
    expect(await verifyCounts(sql)).toEqual([])
  })
})

/** The names of the requests above that accept an `Idempotency-Key`. */
const withKey = [
  'report',
  'open a case',
  'decide a case',
  'suspend an account',
  'undo a decision',
  'appeal',
  'answer an appeal',
  'withdraw a version of a skill',
]

it.each(withKey)('A repeated request (%s) gets the response of the first with the same key', async (name) => {
  const request = await (requests[name] as (typeof requests)[string]).make()
  const key = randomUUID()
  const first = await deliver(request, key)
  expect(first.status, first.text).toBe(200)
  const effects = await readEffects()
  expect(await deliver(request, key)).toEqual(first)
  expect(await readEffects()).toEqual(effects)
})

it('A note on another case with the same key is stored, and a repeated request gets the first note', async () => {
  const requestKey = randomUUID()
  const write = (caseId: number, words: string) =>
    send(admin, 'POST', `/api/moderation/cases/${caseId}/notes`, { words, requestKey })
  const [one, other] = [await aCase(), await aCase()]
  const first = await write(one, 'First')
  expect((await write(one, 'Second')).body).toEqual(first.body)
  expect((await write(other, 'Third')).body).toMatchObject({ words: 'Third' })
})

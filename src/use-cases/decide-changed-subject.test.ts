import { expect, it } from 'vitest'
import type { CaseDetails } from '#features/moderation/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSuggestedEdit,
  seedTopic,
  seedVersion,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

const moderator = await aMember({ isModerator: true })
const open = async (kind: string, id: number | string, more: object = {}): Promise<number> => {
  const subject = { kind, id: String(id), ...more }
  return (await send(moderator, 'POST', '/api/moderation/cases', { subject })).body.id
}
const read = async (caseId: number): Promise<CaseDetails> =>
  (await send(moderator, 'GET', `/api/moderation/cases/${caseId}`)).body
const revisionOf = async (caseId: number) => (await read(caseId)).subject?.revision
const decide = (caseId: number, action: string, revision?: string, more: object = {}) =>
  send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : 'Something else',
    words: '',
    ...(revision !== undefined && { revision }),
    ...more,
  })
const isChanged = {
  status: 409,
  body: {
    code: 'subject-changed',
    message: 'The content has changed since you opened it. Look at it again before you decide.',
  },
}

/** Publishes a newcomer's post with a link, and returns it with its case. */
const aWaitingPost = async (by: SignedInMember, more: object = {}) => {
  const { body: post } = await send(by, 'POST', '/api/posts', {
    title: 'A tool',
    description: 'See https://offers.test/one',
    prompt: `Prompt of ${by.username}`,
    type: 'Text',
    ...more,
  })
  expect(post.restriction).toBe('waiting')
  return { post, caseId: await open('post', post.id) }
}
const restrictionOf = async ({ id }: { id: number }) =>
  (await sql<{ restriction: string | null }[]>`select restriction from posts where id = ${id}`)[0]
    ?.restriction

/** Sends a decision while somebody changes the post, and waits until it needs the lock of the post. */
const decideDuring = async (
  change: (tx: AnySql) => Promise<unknown>,
  send: () => ReturnType<typeof decide>,
) => {
  let decision: ReturnType<typeof decide> | undefined
  await sql.begin(async (tx) => {
    await change(tx)
    decision = send()
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`).length)
      .toBeGreaterThan(0)
  })
  return decision
}

it('approves a first look only for the text that the moderator has read', async () => {
  const newcomer = await aMember({ trustLevel: 'newcomer' })
  const { post, caseId } = await aWaitingPost(newcomer)
  expect(await decide(caseId, 'dismiss')).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'revision', message: 'Name the revision that you have read' }] },
  })
  const seen = await revisionOf(caseId)
  await send(newcomer, 'PATCH', `/api/posts/${post.id}`, { prompt: 'Buy at https://offers.test/two' })
  expect(await decide(caseId, 'dismiss', seen)).toMatchObject(isChanged)
  expect(await restrictionOf(post)).toBe('waiting')
  const { subject, isOpen } = await read(caseId)
  expect([isOpen, subject?.text]).toEqual([true, expect.stringContaining('https://offers.test/two')])
  expect((await decide(caseId, 'dismiss', subject?.revision)).status).toBe(200)
  expect(await restrictionOf(post)).toBe(null)
})

it('waits for an edit that is being written, and then refuses', async () => {
  const { post, caseId } = await aWaitingPost(await aMember({ trustLevel: 'newcomer' }))
  const seen = await revisionOf(caseId)
  const decision = await decideDuring(
    (tx) => tx`update posts set prompt = 'Other', revision = revision + 1 where id = ${post.id}`,
    () => decide(caseId, 'dismiss', seen),
  )
  expect(decision).toMatchObject(isChanged)
  expect(await restrictionOf(post)).toBe('waiting')
})

it('refuses to decide about a post that is being moved to a topic of other moderators', async () => {
  const [topic, other] = [await seedTopic(database), await seedTopic(database)]
  const ofTopic = await aMember({ moderatedTopics: [topic.id] })
  const post = await seedPost(database, { by: await aMember(), topic })
  await recomputeCounts(sql)
  const caseId = await open('post', post.id)
  const label = { action: 'label', labels: ['outdated'], reason: 'Something else', words: '' }
  const decision = await decideDuring(
    (tx) => tx`update posts set topic_id = ${other.id} where id = ${post.id}`,
    () => send(ofTopic, 'POST', `/api/moderation/cases/${caseId}/decisions`, label),
  )
  expect(decision).toMatchObject({ status: 404, body: { code: 'case-not-found' } })
  expect(await sql`select labels from posts where id = ${post.id}`).toEqual([{ labels: [] }])
})

it('refuses to label a post that its author is making private, which nobody has reported', async () => {
  const post = await seedPost(database, { by: await aMember() })
  await recomputeCounts(sql)
  const caseId = await open('post', post.id)
  const decision = await decideDuring(
    (tx) =>
      tx`update posts set is_private = true, private_id = 'link', topic_id = null where id = ${post.id}`,
    () => decide(caseId, 'label', undefined, { labels: ['outdated'] }),
  )
  expect(decision).toMatchObject({ status: 409, body: { code: 'action-not-possible' } })
})

it.each(['remove', 'hide', 'label', 'recategorize', 'warn', 'dismiss'])(
  'refuses to %s a post that has changed',
  async (action) => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    await recomputeCounts(sql)
    const caseId = await open('post', post.id)
    const seen = await revisionOf(caseId)
    await send(author, 'PATCH', `/api/posts/${post.id}`, { description: 'Says where it is from' })
    const more =
      action === 'label' ? { labels: ['outdated'] } : action === 'recategorize' ? { tags: ['x'] } : {}
    expect(await decide(caseId, action, seen, more)).toMatchObject(isChanged)
    expect((await read(caseId)).decisions).toEqual([])
    expect((await decide(caseId, action, await revisionOf(caseId), more)).status).toBe(200)
  },
)

it('refuses to label a post that another moderator has labeled since, and which still waits', async () => {
  const { post, caseId } = await aWaitingPost(await aMember({ trustLevel: 'newcomer' }))
  const label = (lastDecision: number | null, labels: string[]) =>
    decide(caseId, 'label', undefined, { labels, lastDecision })
  const labelsOf = async () => (await read(caseId)).subject?.labels
  const first = await label(null, ['outdated'])
  expect(first.status).toBe(200)
  expect(await label(null, ['sensitive'])).toMatchObject({
    status: 409,
    body: {
      code: 'subject-changed',
      message:
        'Another moderator has decided about this since you opened it. Look at it again before you decide.',
    },
  })
  expect(await labelsOf()).toEqual(['outdated'])
  await send(moderator, 'POST', `/api/moderation/decisions/${first.body.id}/reversal`, { reversalWords: '' })
  expect((await label(first.body.id, ['sensitive'])).status).toBe(409)
  expect((await label(null, ['sensitive'])).status).toBe(200)
  expect(await restrictionOf(post)).toBe('waiting')
})

it('moves the open case of a post to the moderators of its new topic, and back', async () => {
  const [topic, other] = [await seedTopic(database), await seedTopic(database)]
  const [ofTopic, ofOther] = [
    await aMember({ moderatedTopics: [topic.id] }),
    await aMember({ moderatedTopics: [other.id] }),
  ]
  const { caseId } = await aWaitingPost(await aMember({ trustLevel: 'newcomer' }), { topicId: topic.id })
  const readers = async () => {
    const path = `/api/moderation/cases/${caseId}`
    return [(await send(ofTopic, 'GET', path)).status, (await send(ofOther, 'GET', path)).status]
  }
  expect(await readers()).toEqual([200, 404])
  const { body: decision } = await decide(caseId, 'recategorize', undefined, { topicId: other.id })
  expect(await readers()).toEqual([404, 200])
  expect((await read(caseId)).topic?.id).toBe(other.id)
  await send(moderator, 'POST', `/api/moderation/decisions/${decision.id}/reversal`, { reversalWords: '' })
  expect(await readers()).toEqual([200, 404])
})

it.each(['comment', 'member', 'collection', 'suggested-edit', 'result', 'version'])(
  'refuses to decide about a %s that has changed',
  async (kind) => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    const comment = await seedComment(database, { on: post, by: author })
    await seedVersion(database, post, 1)
    await seedVersion(database, post, 2)
    await sql`update posts set version = 2 where id = ${post.id}`
    const edit = await seedSuggestedEdit(database, post, author)
    await seedCollection(database, author, 'public', post)
    const [collection] = await sql<{ linkId: string }[]>`
      select link_id from collections where user_id = ${author.id}`
    const result = { model: 'chatgpt', worked: true, note: 'Good', example: '' }
    const reader = await aMember()
    await send(reader, 'POST', `/api/posts/${post.id}/results`, result)
    const [stored] = await sql<{ id: number }[]>`select id from post_results where post_id = ${post.id}`
    const subjects: Record<
      string,
      { id: number | string; more?: object; action: string; change(): Promise<unknown> }
    > = {
      comment: {
        id: comment.id,
        action: 'remove',
        change: () =>
          send(author, 'PATCH', `/api/comments/${comment.id}`, { content: 'Something kind instead' }),
      },
      member: {
        id: author.username,
        action: 'warn',
        change: () => sql`update users set website = 'https://example.org' where id = ${author.id}`,
      },
      collection: {
        id: collection?.linkId ?? '',
        action: 'remove',
        change: () =>
          send(author, 'PATCH', `/api/collections/${collection?.linkId}`, { description: 'Kind' }),
      },
      'suggested-edit': {
        id: edit,
        action: 'remove',
        change: () => sql`update suggested_edits set reason = 'Other' where id = ${edit}`,
      },
      result: {
        id: stored?.id ?? 0,
        action: 'remove',
        change: () => send(reader, 'POST', `/api/posts/${post.id}/results`, { ...result, note: 'Better' }),
      },
      version: {
        id: post.id,
        more: { version: 1 },
        action: 'withdraw-version',
        change: () =>
          sql`update post_versions set fields = fields || '{"prompt": "Other"}' where post_id = ${post.id} and number = 1`,
      },
    }
    const { id, more, action, change } = subjects[kind] as (typeof subjects)[string]
    await recomputeCounts(sql)
    const caseId = await open(kind, id, more)
    const seen = await revisionOf(caseId)
    await change()
    expect(await decide(caseId, action, seen)).toMatchObject(isChanged)
    expect((await decide(caseId, action, await revisionOf(caseId))).status).toBe(200)
  },
)

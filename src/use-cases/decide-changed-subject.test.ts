import { expect, it } from 'vitest'
import type { CaseDetails } from '#features/moderation/contract.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSuggestedEdit,
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
const aWaitingPost = async (by: SignedInMember) => {
  const { body: post } = await send(by, 'POST', '/api/posts', {
    title: 'A tool',
    description: 'See https://offers.test/one',
    prompt: `Prompt of ${by.username}`,
    type: 'Text',
  })
  expect(post.restriction).toBe('waiting')
  return { post, caseId: await open('post', post.id) }
}
const restrictionOf = async ({ id }: { id: number }) =>
  (await sql<{ restriction: string | null }[]>`select restriction from posts where id = ${id}`)[0]
    ?.restriction

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
  let decision: ReturnType<typeof decide> | undefined
  await sql.begin(async (tx) => {
    await tx`update posts set prompt = 'Other', revision = revision + 1 where id = ${post.id}`
    decision = decide(caseId, 'dismiss', seen)
    // The decision has reached the lock of the post.
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`).length)
      .toBeGreaterThan(0)
  })
  expect(await decision).toMatchObject(isChanged)
  expect(await restrictionOf(post)).toBe('waiting')
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

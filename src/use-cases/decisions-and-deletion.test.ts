import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import {
  actionsBySubject,
  type DecisionAction,
  type SubjectKind,
} from '#features/moderation/contract-values.ts'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import { readConfig } from '#server/config.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
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
import { deleteUser } from './delete-user.ts'
import { caseItemsReturnJob, everythingRemovalJob } from './remove-everything.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const [admin, moderator] = [await aMember({ isAdmin: true }), await aMember({ isModerator: true })]
const context = { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext
const deleteAccount = ({ id }: SignedInMember) =>
  deleteUser({ sql, config: readConfig({}), log: errorLogger }, id)

type Subject = { kind: SubjectKind; id: string; version?: number }

/** Something of an author of each kind that says the word, where it can be on a post of somebody else. */
const subjects: Record<SubjectKind, (author: SignedInMember, owner: SignedInMember) => Promise<Subject>> = {
  post: async (author) => {
    const { id } = await seedPost(database, { by: author, title: 'Zebra', prompt: 'Zebra prompt' })
    return { kind: 'post', id: String(id) }
  },
  version: async (author) => {
    const { id } = await seedPost(database, { by: author, form: 'skill', skill: '{"name":"zebra"}' })
    await recordReleases(sql, [id])
    await seedVersion(database, { id }, 1)
    await sql`update posts set version = 2 where id = ${id}`
    await seedVersion(database, { id }, 2)
    return { kind: 'version', id: String(id), version: 1 }
  },
  comment: async (author, owner) => {
    const on = await seedPost(database, { by: owner })
    const { id } = await seedComment(database, { on, by: author, content: 'Zebra' })
    await seedComment(database, { on, parent: { id } })
    return { kind: 'comment', id: String(id) }
  },
  member: async (author) => ({ kind: 'member', id: author.username }),
  collection: async (author, owner) => {
    const id = await seedCollection(database, author, 'public', await seedPost(database, { by: owner }))
    await sql`update collections set title = 'Zebra' where link_id = ${id}`
    return { kind: 'collection', id }
  },
  'suggested-edit': async (author, owner) => {
    const id = await seedSuggestedEdit(database, await seedPost(database, { by: owner }), author)
    await sql`update suggested_edits set reason = 'Zebra' where id = ${id}`
    return { kind: 'suggested-edit', id: String(id) }
  },
  result: async (author, owner) => {
    const post = await seedPost(database, { by: owner })
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, prompt_version, user_id, model, worked, note)
      values (${post.id}, 1, ${author.id}, 'chatgpt', true, 'Zebra') returning id`
    await sql`update posts set has_results = true where id = ${post.id}`
    return { kind: 'result', id: String(result?.id) }
  },
}

const open = async (subject: Subject): Promise<number> =>
  (await send(moderator, 'POST', '/api/moderation/cases', { subject })).body.id
const decide = async (caseId: number, action: DecisionAction) => {
  const body = { action, reason: action === 'dismiss' ? '' : 'Something else', words: 'A rule' }
  return send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, {
    ...body,
    ...(action === 'label' && { labels: ['sensitive'] }),
    ...(action === 'recategorize' && { tags: ['a-tag'] }),
  })
}
const undo = (decision: number) =>
  send(admin, 'POST', `/api/moderation/decisions/${decision}/reversal`, { reversalWords: '' })
/** Runs the jobs of a decision and its reversal. */
const runJobs = async (caseId: number, decisionId: number) => {
  await everythingRemovalJob.run(context, { caseId, decisionId })
  await caseItemsReturnJob.run(context, { caseId })
}

/** Reads what staff read of a case and its decisions, and requires that nothing fails. */
const readAll = async (caseId: number): Promise<string> => {
  const found = await send(admin, 'GET', `/api/moderation/cases/${caseId}`)
  const urls = [
    ...found.body.decisions.map(({ id }: { id: number }) => `/api/user/decisions/${id}`),
    '/api/moderation/cases?state=decided&limit=50',
    '/api/moderation/cases?limit=50',
    '/api/moderation/appeals?limit=50',
  ]
  const read = [found, ...(await Promise.all(urls.map((url) => send(admin, 'GET', url))))]
  expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
  return JSON.stringify(read.map(({ body }) => body))
}

/** Requires that nothing of a deleted account is left, and every count is right. */
const expectDeleted = async ({ id, username }: SignedInMember) => {
  const left = await Promise.all([
    sql`select from users where id = ${id}`,
    sql`select from posts where user_id = ${id}`,
    sql`select from comments where user_id = ${id} or user_id is null and content like '%Zebra%'`,
    sql`select from restricted_comments where user_id = ${id}`,
    sql`select from collections where user_id = ${id}`,
    sql`select from suggested_edits where user_id = ${id}`,
    sql`select from post_results where user_id = ${id}`,
    sql`select from moderated_texts where author_id = ${id} or author_id is null`,
    sql`
      select from moderation_cases c join moderation_decisions d on d.case_id = c.id
      where c.author_id = ${id} or excerpt = ${username}
        or c.author_id is null and (excerpt like '%Zebra%' or d.before::text like '%Zebra%')`,
  ])
  expect(left.map((rows) => rows.length)).toEqual(left.map(() => 0))
  expect(await verifyCounts(sql)).toEqual([])
}

const actions = (Object.keys(subjects) as SubjectKind[]).flatMap((kind) =>
  actionsBySubject[kind].map((action) => [kind, action] as const),
)

describe('After the deletion of its author’s account', () => {
  it.each(actions)(
    'what was decided about a %s (%s) can be undone, and revives nothing',
    async (kind, action) => {
      const [author, owner] = [await aMember(), await aMember()]
      const caseId = await open(await subjects[kind](author, owner))
      await recomputeCounts(sql)
      const { status, body: decision } = await decide(caseId, action)
      expect(status, JSON.stringify(decision)).toBe(200)
      await deleteAccount(author)
      await expectDeleted(author)
      expect(await readAll(caseId)).not.toMatch(/zebra/i)
      expect((await undo(decision.id)).status).toBe(200)
      await runJobs(caseId, decision.id)
      await expectDeleted(author)
      expect(await readAll(caseId)).not.toMatch(/zebra/i)
    },
  )

  it.each(actions)(
    'a case about a %s (%s) is decided or refused, and revives nothing',
    async (kind, action) => {
      const [author, owner] = [await aMember(), await aMember()]
      const caseId = await open(await subjects[kind](author, owner))
      await recomputeCounts(sql)
      await deleteAccount(author)
      const { status, body } = await decide(caseId, action)
      expect([200, 404, 409], JSON.stringify(body)).toContain(status)
      if (status === 200) {
        expect((await undo(body.id)).status).toBe(200)
        await runJobs(caseId, body.id)
      }
      await expectDeleted(author)
      expect(await readAll(caseId)).not.toMatch(/zebra/i)
    },
  )

  it('the rest of an account from which everything is being removed is not', async () => {
    const author = await aMember()
    const posts = [await seedPost(database, { by: author }), await seedPost(database, { by: author })]
    for (const on of posts) await seedComment(database, { on, by: author, content: 'Zebra' })
    await recomputeCounts(sql)
    const caseId = await open({ kind: 'member', id: author.username })
    const { body } = await decide(caseId, 'remove-all')
    await deleteAccount(author)
    await runJobs(caseId, body.id)
    await expectDeleted(author)
    expect((await undo(body.id)).status).toBe(200)
    await runJobs(caseId, body.id)
    await expectDeleted(author)
  })
})

describe('After the deletion of the post’s owner', () => {
  const onPosts = ['comment', 'suggested-edit', 'result'] as const

  it.each(onPosts)('what was decided about a %s can be undone, and revives nothing', async (kind) => {
    const [author, owner] = [await aMember(), await aMember()]
    const caseId = await open(await subjects[kind](author, owner))
    await recomputeCounts(sql)
    const { body: decision } = await decide(caseId, 'remove')
    await deleteAccount(owner)
    await readAll(caseId)
    expect((await send(author, 'GET', `/api/user/decisions/${decision.id}`)).status).toBe(200)
    expect((await undo(decision.id)).status).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    const [row] = await sql`
      select (select count(*)::integer from comments where user_id = ${author.id}) + (
        select count(*)::integer from suggested_edits where user_id = ${author.id}) + (
        select count(*)::integer from post_results where user_id = ${author.id}) as count`
    expect(row?.count).toBe(0)
  })
})

describe('While its author’s account is being deleted', () => {
  it.each(Object.keys(subjects) as SubjectKind[])('a %s is removed and given back, or not', async (kind) => {
    const action = kind === 'version' ? 'withdraw-version' : kind === 'member' ? 'remove-all' : 'remove'
    for (const isUndone of [false, true]) {
      const [author, owner] = [await aMember(), await aMember()]
      const caseId = await open(await subjects[kind](author, owner))
      await recomputeCounts(sql)
      const decision = isUndone ? (await decide(caseId, action)).body.id : 0
      const [sent] = await Promise.all([
        isUndone ? undo(decision) : decide(caseId, action),
        deleteAccount(author),
      ])
      expect([200, 404, 409], JSON.stringify(sent.body)).toContain(sent.status)
      await runJobs(caseId, decision || (sent.body.id ?? 0))
      await expectDeleted(author)
      await readAll(caseId)
    }
  })
})

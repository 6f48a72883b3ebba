import { expect, it } from 'vitest'
import { writeSkill } from '#core/skill.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedComment, seedPost, seedSuggestedEdit } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { removedTextPurgeJob } from './purge-removed-texts.ts'
import { everythingRemovalJob } from './remove-everything.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

const moderator = await aMember({ isModerator: true })
const files = { remove: async () => {}, dataDir: '/nowhere' }
const context = {
  sql,
  files,
  log: errorLogger,
  signal: new AbortController().signal,
} as unknown as JobContext
const purge = () => removedTextPurgeJob.run(context, {})
const decide = async (kind: string, id: number | string, action: string, version?: number) => {
  const subject = { kind, id: String(id), version }
  const caseId = (await send(moderator, 'POST', '/api/moderation/cases', { subject })).body.id
  const body = { action, reason: 'Something else', words: '' }
  const { id: decisionId } = (
    await send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, body)
  ).body
  return { caseId, decisionId }
}
const age = (decisionId: number, days: number) =>
  sql`update moderation_decisions set created_at = now() - ${days}::integer * interval '1 day' where id = ${decisionId}`
const contentFor = async (by: SignedInMember, decisionId: number) =>
  (await send(by, 'GET', `/api/user/decisions/${decisionId}`)).body.content
const undo = (decisionId: number) =>
  send(moderator, 'POST', `/api/moderation/decisions/${decisionId}/reversal`, { reversalWords: '' })

it('deletes what a removed comment said after 180 days, unless an appeal waits', async () => {
  const author = await aMember()
  const post = await seedPost(database)
  const comments = [
    await seedComment(database, { on: post, by: author, content: 'Zebra one' }),
    await seedComment(database, { on: post, by: author, content: 'Zebra two' }),
    await seedComment(database, { on: post, by: author, content: 'Zebra three' }),
  ]
  await recomputeCounts(sql)
  const decisions: number[] = []
  for (const { id } of comments) decisions.push((await decide('comment', id, 'remove')).decisionId)
  const [recent, old, appealed] = decisions as [number, number, number]
  await age(recent, 179)
  await age(old, 181)
  await send(author, 'POST', `/api/user/decisions/${appealed}/appeal`, { words: 'It is harmless' })
  await age(appealed, 181)
  await purge()
  expect([await contentFor(author, recent), await contentFor(author, appealed)]).toEqual([
    'Zebra one',
    'Zebra three',
  ])
  expect(await contentFor(author, old)).not.toContain('Zebra')
  const [stored] = await sql`
    select content, is_deleted, is_restricted from comments where id = ${comments[1]?.id ?? 0}`
  expect(stored).toEqual({ content: '[deleted]', isDeleted: true, isRestricted: false })
  expect((await sql`select from restricted_comments`).length).toBe(2)
  expect((await undo(old)).status).toBe(200)
  expect((await undo(recent)).status).toBe(200)
  const left = await sql<{ content: string }[]>`
    select content from comments where post_id = ${post.id} and not is_deleted`
  expect(left).toEqual([{ content: 'Zebra one' }])
  expect(await verifyCounts(sql)).toEqual([])
})

it('deletes the comments of an account from which everything was removed, and removed results', async () => {
  const author = await aMember()
  const post = await seedPost(database)
  await seedComment(database, { on: post, by: author, content: 'Zebra' })
  const result = { model: 'chatgpt', worked: true, note: 'Zebra note', example: 'Zebra example' }
  await send(author, 'POST', `/api/posts/${post.id}/results`, result)
  const [stored] = await sql<{ id: number }[]>`select id from post_results where user_id = ${author.id}`
  await recomputeCounts(sql)
  const removed = await decide('result', stored?.id ?? 0, 'remove')
  const everything = await decide('member', author.username, 'remove-all')
  await everythingRemovalJob.run(context, everything)
  await purge()
  expect(await contentFor(author, removed.decisionId)).toContain('Zebra note')
  expect(await sql`select from restricted_comments where user_id = ${author.id}`).toHaveLength(1)
  for (const { decisionId } of [removed, everything]) await age(decisionId, 181)
  await purge()
  expect(await sql`select from restricted_comments where user_id = ${author.id}`).toHaveLength(0)
  expect(await contentFor(author, removed.decisionId)).toBe('')
  expect(await verifyCounts(sql)).toEqual([])
})

it('keeps what reports have hidden until a moderator decides', async () => {
  const author = await aMember()
  const comment = await seedComment(database, { on: await seedPost(database), by: author, content: 'Zebra' })
  await recomputeCounts(sql)
  for (let index = 0; index < 3; index += 1) {
    const reporter = await aMember({ trustLevel: 'regular' })
    const subject = { kind: 'comment', id: String(comment.id) }
    await send(reporter, 'POST', '/api/reports', { subject, reason: 'Something else', words: '' })
  }
  await sql`update moderation_decisions set created_at = now() - interval '200 days'`
  await purge()
  expect(await sql`select from restricted_comments where comment_id = ${comment.id}`).toHaveLength(1)
})

/** Decides in the same way about something recent, something old, and something old with an appeal that waits. */
const decideThrice = async (
  author: SignedInMember,
  kind: string,
  subjects: readonly { id: number | string; version?: number }[],
): Promise<number[]> => {
  const action = kind === 'version' ? 'withdraw-version' : 'remove'
  const decisions: number[] = []
  for (const { id, version } of subjects) decisions.push((await decide(kind, id, action, version)).decisionId)
  const [recent, old, appealed] = decisions as [number, number, number]
  await send(author, 'POST', `/api/user/decisions/${appealed}/appeal`, { words: 'It is harmless' })
  await age(recent, 179)
  await age(old, 181)
  await age(appealed, 181)
  return decisions
}

it('deletes removed suggested edits after 180 days, unless an appeal waits', async () => {
  const author = await aMember()
  const post = await seedPost(database)
  const ids: number[] = []
  for (let index = 0; index < 3; index += 1) {
    ids.push(await seedSuggestedEdit(database, post, author))
    await sql`update suggested_edits set status = 'declined'`
  }
  const [recent, old, appealed] = ids
  const decisions = await decideThrice(
    author,
    'suggested-edit',
    ids.map((id) => ({ id })),
  )
  await purge()
  expect(await sql`select id from suggested_edits where post_id = ${post.id} order by id`).toEqual([
    { id: recent },
    { id: appealed },
  ])
  expect((await send(author, 'GET', `/api/user/decisions/${decisions[1]}`)).body).toMatchObject({
    action: 'remove',
    content: '',
    href: null,
  })
  expect(old).toBeDefined()
  for (const id of decisions) expect((await undo(id)).status).toBe(200)
})

it('deletes removed collections after 180 days, unless an appeal waits', async () => {
  const author = await aMember()
  const post = await seedPost(database)
  const links: string[] = []
  for (let index = 0; index < 3; index += 1)
    links.push(await seedCollection(database, author, 'public', post))
  await decideThrice(
    author,
    'collection',
    links.map((id) => ({ id })),
  )
  await purge()
  const left = await sql`select link_id from collections where user_id = ${author.id} order by id`
  expect(left).toEqual([{ linkId: links[0] }, { linkId: links[2] }])
})

it('deletes withdrawn versions after 180 days, with their files and what could be installed', async () => {
  const author = await aMember()
  const skill = writeSkill({ name: 'purged', compatibility: '', allowedTools: '', metadata: {}, files: [] })
  const { body: post } = await send(author, 'POST', '/api/posts', {
    form: 'skill',
    title: 'A skill',
    description: 'Zebra files.',
    prompt: 'Zebra instructions 1',
    type: 'Text',
    skill,
  })
  for (const number of [2, 3]) {
    const body = { prompt: `Zebra instructions ${number}` }
    expect((await send(author, 'PATCH', `/api/posts/${post.id}`, body)).status).toBe(200)
  }
  await send(author, 'PATCH', `/api/posts/${post.id}`, { prompt: 'Harmless', description: 'Harmless' })
  await sql`
    insert into suggested_edits (post_id, user_id, reason, before, after)
    select post_id, ${(await aMember()).id}, number::text, jsonb_build_object('prompt', fields ->> 'prompt'), '{"prompt": "Better"}'
    from post_versions where post_id = ${post.id}`
  const decisions = await decideThrice(
    author,
    'version',
    [1, 2, 3].map((version) => ({ id: post.id, version })),
  )
  await purge()
  const versions = await sql`select number from post_versions where post_id = ${post.id} order by number`
  expect(versions).toEqual([{ number: 1 }, { number: 3 }, { number: 4 }])
  // What quotes the deleted version would be readable again without it.
  const quotes = await sql`select reason from suggested_edits where post_id = ${post.id} order by reason`
  expect(quotes).toEqual([{ reason: '1' }, { reason: '3' }, { reason: '4' }])
  const releases = await sql<{ version: number; files: unknown[]; text: string }[]>`
    select version, files, front_matter::text as text from skill_releases
    where post_id = ${post.id} and version in (1, 2) order by version`
  expect(
    releases.map(({ version, files: stored, text }) => [version, stored.length, text.includes('Zebra')]),
  ).toEqual([
    [1, 1, true],
    [2, 0, false],
  ])
  expect((await send(author, 'GET', `/api/user/decisions/${decisions[1]}`)).status).toBe(200)
  expect((await undo(decisions[1] ?? 0)).status).toBe(200)
  expect((await undo(decisions[0] ?? 0)).status).toBe(200)
})

it('deletes more than a batch of what was removed', async () => {
  const author = await aMember()
  const post = await seedPost(database)
  await sql`
    insert into suggested_edits (post_id, user_id, reason, before, after, status, is_restricted)
    select ${post.id}, ${author.id}, 'Zebra', '{}', '{}', 'declined', true from generate_series(1, 250)`
  await sql`
    with cases as (
      insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, is_open)
      select 'suggested-edit', id, user_id, '', false from suggested_edits where post_id = ${post.id} returning id)
    insert into moderation_decisions (case_id, action, reason, moderator_name, moderator_role, created_at)
    select id, 'remove', 'Spam', '', 'moderator', now() - interval '181 days' from cases`
  await purge()
  expect(await sql`select from suggested_edits where post_id = ${post.id}`).toHaveLength(0)
})

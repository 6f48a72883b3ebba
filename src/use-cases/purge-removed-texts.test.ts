import { expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost } from '#tests/support/builders.ts'
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
const context = { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext
const purge = () => removedTextPurgeJob.run(context, {})
const decide = async (kind: string, id: number | string, action: string) => {
  const subject = { kind, id: String(id) }
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

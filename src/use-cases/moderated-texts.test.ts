import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { deleteUser } from './delete-user.ts'
import { removedTextPurgeJob } from './purge-removed-texts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const moderator = await aMember({ isModerator: true })
const reason = 'Something else'

const report = async (kind: string, id: number | string): Promise<number> => {
  const subject = { kind, id: String(id) }
  const sent = await send(await aMember(), 'POST', '/api/reports', { subject, reason, words: '' })
  const [row] = await sql<{ caseId: number }[]>`select case_id from reports where id = ${sent.body.id}`
  return row?.caseId ?? 0
}
const read = async (by: SignedInMember, caseId: number) =>
  (await send(by, 'GET', `/api/moderation/cases/${caseId}`)).body
const purge = () =>
  removedTextPurgeJob.run(
    { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext,
    {},
  )
const countTexts = async (id: number) =>
  (await sql`select from moderated_texts where subject_id = ${id}`).length

it('shows what a post said when it was reported, also after its author has changed it', async () => {
  const author = await aMember()
  const post = await seedPost(database, { by: author, title: 'Buy pills', prompt: 'Say that pills help.' })
  const caseId = await report('post', post.id)
  const before = await read(moderator, caseId)
  expect(before.earlierTexts).toEqual([])
  expect(before.reports[0].revision).toBe(before.subject.revision)
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Health', prompt: 'Say what helps.' })
  await report('post', post.id)
  const { reports, subject, earlierTexts } = await read(moderator, caseId)
  expect(reports.map(({ revision }: { revision: string }) => revision === subject.revision)).toEqual([
    false,
    true,
  ])
  expect(earlierTexts).toMatchObject([
    { revision: reports[0].revision, title: 'Buy pills', text: 'A description\n\nSay that pills help.' },
  ])
})

it('keeps what was reported for moderators after its suspended author has deleted it', async () => {
  const author = await aMember({ isSuspended: true })
  const post = await seedPost(database, { by: author, prompt: 'A threat' })
  const comment = await seedComment(database, {
    on: await seedPost(database),
    by: author,
    content: 'A rude comment',
  })
  const cases = [await report('post', post.id), await report('comment', comment.id)]
  expect((await send(author, 'DELETE', `/api/posts/${post.id}`)).status).toBe(200)
  expect((await send(author, 'DELETE', `/api/comments/${comment.id}`)).status).toBe(200)
  const texts = await Promise.all(cases.map((id) => read(moderator, id)))
  expect(texts.map(({ subject, earlierTexts }) => [subject, earlierTexts[0].text])).toEqual([
    [null, 'A description\n\nA threat'],
    [null, 'A rude comment'],
  ])
  await sql`update moderated_texts set created_at = now() - interval '181 days'`
  await purge()
  expect(await countTexts(post.id)).toBe(1)
  const dismissal = { action: 'dismiss', reason: '', words: '' }
  await send(moderator, 'POST', `/api/moderation/cases/${cases[0]}/decisions`, dismissal)
  await purge()
  expect(await countTexts(post.id)).toBe(1)
  await sql`update moderation_decisions set created_at = now() - interval '181 days'`
  await purge()
  expect([await countTexts(post.id), await countTexts(comment.id)]).toEqual([0, 1])
})

it('stores what a decision was about', async () => {
  const author = await aMember()
  const post = await seedPost(database, { by: author, prompt: 'A scam' })
  const subject = { kind: 'post', id: String(post.id) }
  const { body } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
  const removal = { action: 'remove', reason, words: '' }
  const path = `/api/moderation/cases/${body.id}/decisions`
  const { body: decision } = await send(moderator, 'POST', path, removal)
  await send(author, 'DELETE', `/api/posts/${post.id}`)
  expect((await read(moderator, body.id)).earlierTexts).toMatchObject([{ text: 'A description\n\nA scam' }])
  await send(author, 'POST', `/api/user/decisions/${decision.id}/appeal`, { words: 'It was a lesson' })
  await sql`update moderated_texts set created_at = now() - interval '181 days'`
  await sql`update moderation_decisions set created_at = now() - interval '181 days'`
  await purge()
  expect(await countTexts(post.id)).toBe(1)
})

it('says to reporters that what they have reported is no longer stored, also when the decision is undone', async () => {
  const [author, reporter] = [await aMember(), await aMember()]
  const post = await seedPost(database, { by: author, title: 'Buy pills' })
  const subject = { kind: 'post', id: String(post.id) }
  await send(reporter, 'POST', '/api/reports', { subject, reason, words: '' })
  const [row] = await sql<
    { caseId: number }[]
  >`select case_id from reports where reporter_id = ${reporter.id}`
  const dismissal = { action: 'dismiss', reason: '', words: '' }
  const path = `/api/moderation/cases/${row?.caseId}/decisions`
  const { body: decision } = await send(moderator, 'POST', path, dismissal)
  await sql`update moderated_texts set created_at = now() - interval '181 days'`
  await sql`update moderation_decisions set created_at = now() - interval '181 days'`
  await purge()
  expect(await countTexts(post.id)).toBe(0)
  const { body: reports } = await send(reporter, 'GET', '/api/user/reports')
  expect(reports).toMatchObject([{ excerpt: '[no longer stored]' }])
  const reversal = `/api/moderation/decisions/${decision.id}/reversal`
  expect((await send(moderator, 'POST', reversal, { reversalWords: 'Again' })).status).toBe(200)
  const { body: notifications } = await send(reporter, 'GET', '/api/notifications')
  expect(
    notifications.map(({ decision }: { decision: { title: string } | null }) => decision?.title),
  ).toEqual(['[no longer stored]', 'Buy pills'])
})

it('shows nothing of it to the author, and deletes it with their account', async () => {
  const author = await aMember({ isModerator: true })
  const post = await seedPost(database, { by: author })
  const caseId = await report('post', post.id)
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Another title' })
  expect((await read(author, caseId)).earlierTexts).toEqual([])
  await deleteUser({ sql, config: readConfig({}), log: errorLogger }, author.id)
  expect(await countTexts(post.id)).toBe(0)
})

import { afterAll, expect, it } from 'vitest'
import { statementMailJob } from '#features/moderation/server/statement-mail-job.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { deleteUser } from './delete-user.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const config = readConfig({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'prompts',
})
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const jobs = startTestJobs(url, sql, config, [statementMailJob])
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})
const { aMember, send } = withMembers(app, database)
const [admin, moderator] = [await aMember({ isAdmin: true }), await aMember({ isModerator: true })]

const anAuthor = async (fields: Parameters<typeof aMember>[0] = {}) => {
  const author = await aMember(fields)
  const email = `${author.username}@example.org`.toLowerCase()
  await sql`update users set email = ${email}, verified_email = ${email} where id = ${author.id}`
  return { ...author, email }
}
type Author = Awaited<ReturnType<typeof anAuthor>>

/** Removes a post of an author after a report of a reader. Returns the decision. */
const remove = async (author: Author, reporter: SignedInMember): Promise<number> => {
  const post = await seedPost(database, { by: author, prompt: `A prompt of ${author.username}` })
  await recomputeCounts(sql)
  const report = { subject: { kind: 'post', id: String(post.id) }, reason: 'Something else', words: '' }
  await send(reporter, 'POST', '/api/reports', report)
  const [found] = await sql<{ id: number }[]>`select max(id) as id from moderation_cases`
  const decision = { action: 'remove', reason: 'Something else', words: 'Because of rule 3' }
  const { status, body } = await send(
    moderator,
    'POST',
    `/api/moderation/cases/${found?.id}/decisions`,
    decision,
  )
  expect(status).toBe(200)
  return body.id
}
const mailsTo = ({ email }: Author) => mailServer.received.filter(({ to }) => to.includes(email))
const block = async (by: SignedInMember, blocked: SignedInMember) =>
  expect((await send(by, 'POST', `/api/users/${blocked.id}/block`)).status).toBe(200)

const authors: Record<string, () => Promise<Author>> = {
  'has blocked the moderator': async () => {
    const author = await anAuthor()
    await block(author, moderator)
    return author
  },
  'is blocked by the moderator': async () => {
    const author = await anAuthor()
    await block(moderator, author)
    return author
  },
  'is muted': () => anAuthor({ isMuted: true }),
  'is suspended': () => anAuthor({ isSuspended: true }),
}

it.each(Object.keys(authors))(
  'mails a decision and the answer to an appeal, and notifies of both, an author who %s',
  async (name) => {
    const author = await (authors[name] as () => Promise<Author>)()
    const decision = await remove(author, await aMember())
    await waitFor(() => expect(mailsTo(author)).toHaveLength(1))
    const words = { words: 'It is a lesson' }
    expect((await send(author, 'POST', `/api/user/decisions/${decision}/appeal`, words)).status).toBe(200)
    const [appeal] = await sql<{ id: number }[]>`select id from appeals where decision_id = ${decision}`
    const answer = { isGranted: false, answer: 'Read again' }
    expect((await send(admin, 'POST', `/api/moderation/appeals/${appeal?.id}/answer`, answer)).status).toBe(
      200,
    )
    await waitFor(() => expect(mailsTo(author)).toHaveLength(2))
    const texts = mailsTo(author).map(({ text }) => text)
    for (const text of texts) for (const by of [moderator, admin]) expect(text).not.toContain(by.username)
    expect(texts[0]).toContain('Because of rule 3')
    expect(texts[1]).toContain('Read again')
    const notifications = (await send(author, 'GET', '/api/notifications')).body
    expect(notifications.map(({ type }: { type: string }) => type)).toEqual(['appeal-answered', 'decision'])
    expect((await send(author, 'GET', '/api/notifications/unread-count')).body).toMatchObject({ count: 2 })
  },
)

it('notifies a reporter who blocks the author, or is blocked by them, of the decision', async () => {
  const [author, ...reporters] = [await anAuthor(), await aMember(), await aMember()] as const
  for (const [index, reporter] of reporters.entries()) {
    await remove(author, reporter)
    await (index === 0 ? block(author, reporter) : block(reporter, author))
    const notifications = (await send(reporter, 'GET', '/api/notifications')).body
    expect(notifications).toMatchObject([{ type: 'report-decided' }])
  }
})

it('mails nothing to an account that was deleted meanwhile, and fails in nothing', async () => {
  const author = await anAuthor()
  await jobs.stop()
  const decision = await remove(author, await aMember())
  await deleteUser({ sql, config, log: errorLogger }, author.id)
  const context = { sql, config, log: errorLogger } as unknown as Parameters<typeof statementMailJob.run>[0]
  for (const event of ['decided', 'appeal-answered'] as const)
    await statementMailJob.run(context, { decisionId: decision, memberId: author.id, event })
  expect(mailsTo(author)).toEqual([])
  expect((await send(admin, 'GET', `/api/user/decisions/${decision}`)).body).toMatchObject({
    excerpt: '[deleted]',
    posts: [],
  })
})

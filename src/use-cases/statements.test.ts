import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { statementMailJob } from '#features/moderation/server/statement-mail-job.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedTopic } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { caseItemsReturnJob, everythingRemovalJob } from './remove-everything.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const statements: string[] = []
const database = openDatabase({ url, max: 5, onQuery: (text) => statements.push(text) })
const { sql } = database
const settings = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'prompts',
}
const app = await buildTestApp(database)
const jobs = startTestJobs(url, sql, readConfig(settings), [
  statementMailJob,
  everythingRemovalJob,
  caseItemsReturnJob,
])
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})
beforeEach(() => {
  mailServer.received.length = 0
})

const { aMember, send: sendTo } = withMembers(app, database)
const send = (by: SignedInMember | null, method: 'GET' | 'POST', path: string, body?: object) =>
  sendTo(by, method, `/api/${path}`, body)

const topic = await seedTopic(database)
const admin = await aMember({ isAdmin: true })
const moderator = await aMember({ isModerator: true })
const ofTopic = await aMember({ moderatedTopics: [topic.id] })
const reason = 'Something else'

/** Decides about something of an author, after a report of a reader. */
const decide = async (
  by: SignedInMember,
  {
    kind,
    id,
    action = 'remove',
    ...more
  }: { kind: string; id: number | string; action?: string; days?: number },
) => {
  const reporter = await aMember()
  const subject = { kind, id: String(id) }
  expect((await send(reporter, 'POST', 'reports', { subject, reason, words: 'Look' })).status).toBe(200)
  const [row] = await sql<{ id: number }[]>`select max(id) as id from moderation_cases`
  const decided = await send(by, 'POST', `moderation/cases/${row?.id}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : reason,
    words: 'Because of rule 3',
    ...more,
  })
  expect(decided.body).toMatchObject({ action })
  return { decisionId: decided.body.id as number, reporter }
}
const statement = (by: SignedInMember, id: number) => send(by, 'GET', `user/decisions/${id}`)
const appeal = (by: SignedInMember, id: number, words = 'It is a lesson') =>
  send(by, 'POST', `user/decisions/${id}/appeal`, { words })
const appealId = async (decisionId: number) => {
  const [row] = await sql<{ id: number }[]>`select id from appeals where decision_id = ${decisionId}`
  return row?.id ?? 0
}
const answer = async (by: SignedInMember, decisionId: number, isGranted: boolean) =>
  send(by, 'POST', `moderation/appeals/${await appealId(decisionId)}/answer`, {
    isGranted,
    answer: 'Read again',
  })
const typesFor = async ({ id }: { id: number }) =>
  (await sql<{ type: string }[]>`select type from notifications where user_id = ${id} order by id`).map(
    ({ type }) => type,
  )

describe('a statement of reasons', () => {
  it('says what was decided and why, and what a removed comment said, to its author and to moderators', async () => {
    const author = await aMember()
    const post = await seedPost(database, { topic })
    const comment = await seedComment(database, { on: post, by: author, content: 'Some rude words' })
    await recomputeCounts(sql)
    const { decisionId } = await decide(moderator, { kind: 'comment', id: comment.id })
    const read = await statement(author, decisionId)
    expect(read.body).toMatchObject({
      subjectKind: 'comment',
      action: 'remove',
      reason,
      words: 'Because of rule 3',
      isLegal: false,
      moderatorRole: 'moderator',
      content: 'Some rude words',
      hasReports: true,
      hasLegalNotices: false,
      findings: [],
      isOwn: true,
      appeal: null,
      canAppeal: true,
    })
    expect(JSON.stringify(read.body)).not.toContain(moderator.username)
    const days = (Date.parse(read.body.appealEndsAt) - Date.parse(read.body.createdAt)) / 86_400_000
    expect(days).toBe(180)
    expect((await statement(ofTopic, decisionId)).body).toMatchObject({ isOwn: false, canAppeal: false })
    expect((await statement(await aMember(), decisionId)).body.code).toBe('decision-not-found')
    expect((await send(author, 'GET', 'user/decisions')).body).toMatchObject([
      { id: decisionId, appeal: null },
    ])
  })

  it('leads to a removed post, and is not written for a dismissal that changes nothing', async () => {
    const author = await aMember()
    const [removed, fine] = [
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
    ]
    const { decisionId } = await decide(admin, { kind: 'post', id: removed.id })
    const dismissed = await decide(admin, { kind: 'post', id: fine.id, action: 'dismiss' })
    expect((await statement(author, decisionId)).body.href).toBe(`/post/${removed.id}`)
    expect((await statement(author, dismissed.decisionId)).status).toBe(404)
    expect((await send(author, 'GET', 'user/decisions')).body).toHaveLength(1)
  })

  it('shows what comments said that were removed with everything of an account, to its owner alone', async () => {
    const [author, other] = [await aMember(), await aMember()]
    const post = await seedPost(database, { topic })
    const comments = []
    for (const content of ['First words', 'Second words'])
      comments.push(await seedComment(database, { on: post, by: author, content }))
    await seedComment(database, { on: post, by: other, content: 'Words of somebody else' })
    await recomputeCounts(sql)
    const { decisionId } = await decide(moderator, {
      kind: 'member',
      id: author.username,
      action: 'remove-all',
    })
    await waitFor(async () =>
      expect((await statement(author, decisionId)).body.content).toBe('First words\n\nSecond words'),
    )
    expect((await statement(moderator, decisionId)).body.content).toBe('First words\n\nSecond words')
    expect((await statement(other, decisionId)).status).toBe(404)
    await send(admin, 'POST', `moderation/decisions/${decisionId}/reversal`, { reversalWords: 'An error' })
    await waitFor(async () => expect((await statement(author, decisionId)).body.content).toBe(''))
  })

  it('shows what posts were removed with everything of an account, to staff also after its owner has deleted them', async () => {
    const [author, owner] = [await aMember(), await aMember()]
    const [first, second] = [
      await seedPost(database, { by: author, topic, title: 'First title' }),
      await seedPost(database, { by: author, topic, title: 'Second title', prompt: 'Second prompt' }),
    ]
    const hidden = await seedPost(database, { by: owner, isPrivate: true })
    await seedComment(database, { on: hidden, by: author, content: 'Words in private' })
    await recomputeCounts(sql)
    // A report of a post in the topic, whose moderators see the statement.
    const { decisionId } = await decide(moderator, { kind: 'post', id: first.id, action: 'remove-all' })
    const links = [first, second].map(({ id }, index) => ({
      title: ['First title', 'Second title'][index],
      href: `/post/${id}`,
    }))
    await waitFor(async () => expect((await statement(author, decisionId)).body.posts).toEqual(links))
    expect((await statement(author, decisionId)).body.content).toBe('Words in private')
    expect((await sendTo(author, 'DELETE', `/api/posts/${second.id}`)).status).toBe(200)
    expect((await statement(author, decisionId)).body).toMatchObject({
      content: 'Words in private',
      posts: [links[0]],
    })
    for (const by of [moderator, ofTopic])
      expect((await statement(by, decisionId)).body).toMatchObject({
        content: 'Second title\nA description\n\nSecond prompt',
        posts: [links[0]],
      })
    expect((await statement(admin, decisionId)).body.content).toContain('Words in private')
    await send(admin, 'POST', `moderation/decisions/${decisionId}/reversal`, { reversalWords: 'An error' })
    await waitFor(async () =>
      expect((await statement(author, decisionId)).body).toMatchObject({ content: '', posts: [] }),
    )
  })

  it('reads only the titles of the posts that were removed with everything of an account', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author, title: 'A title' })
    await recomputeCounts(sql)
    const { decisionId } = await decide(moderator, {
      kind: 'member',
      id: author.username,
      action: 'remove-all',
    })
    const posts = [{ title: 'A title', href: `/post/${post.id}` }]
    await waitFor(async () => expect((await statement(author, decisionId)).body.posts).toEqual(posts))
    statements.length = 0
    await statement(author, decisionId)
    expect(statements.filter((text) => /\bfrom posts\b/.test(text) && /\bprompt\b/.test(text))).toEqual([])
  })

  it('is mailed to an author with a verified email, once each, with the link', async () => {
    const author = await aMember()
    await sql`update users set email = 'ada@example.org', verified_email = 'ada@example.org' where id = ${author.id}`
    const unverified = await aMember()
    const posts = [await seedPost(database, { by: unverified }), await seedPost(database, { by: author })]
    const decisions: number[] = []
    for (const { id } of posts) decisions.push((await decide(moderator, { kind: 'post', id })).decisionId)
    const mail = await waitFor(() => {
      expect(mailServer.received).toHaveLength(1)
      return mailServer.received[0]
    })
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(mail?.text).toContain('It was removed.')
    expect(mail?.text).toContain('Because of rule 3')
    expect(mail?.text).toContain(`/statements/${decisions[1]}`)
    await appeal(author, decisions[1] ?? 0)
    await answer(admin, decisions[1] ?? 0, false)
    await waitFor(() => expect(mailServer.received).toHaveLength(2))
    expect(mailServer.received[1]?.text).toContain('Read again')
  })
})

describe('an appeal', () => {
  it('is sent once, in time, by the author alone, also a suspended one', async () => {
    const author = await aMember()
    const { decisionId } = await decide(moderator, { kind: 'member', id: author.username, action: 'suspend' })
    expect((await statement(author, decisionId)).body).toMatchObject({ canAppeal: true })
    expect((await appeal(author, decisionId, ' ')).body.issues).toMatchObject([{ message: 'Say why' }])
    expect((await appeal(author, decisionId, 'x'.repeat(2_001))).status).toBe(400)
    expect((await appeal(await aMember(), decisionId)).body.code).toBe('decision-not-found')
    expect((await appeal(admin, decisionId)).body.code).toBe('decision-not-found')
    await sql`update moderation_decisions set created_at = now() - interval '181 days' where id = ${decisionId}`
    expect((await appeal(author, decisionId)).body.code).toBe('appeal-too-late')
    await sql`update moderation_decisions set created_at = now() - interval '179 days' where id = ${decisionId}`
    const sent = await Promise.all([appeal(author, decisionId), appeal(author, decisionId)])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await appeal(author, decisionId)).body.code).toBe('already-appealed')
    expect((await send(author, 'GET', 'user/decisions')).body).toMatchObject([{ appeal: 'open' }])
    const listed = (await send(admin, 'GET', 'moderation/appeals?limit=50')).body
    expect(listed.at(-1)).toMatchObject({
      words: 'It is a lesson',
      appellant: { username: author.username },
      canAnswer: true,
      decision: { action: 'suspend', moderator: moderator.username },
    })
  })

  it('that is granted undoes the decision, and tells the author and the reporters', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author, topic })
    await recomputeCounts(sql)
    const { decisionId, reporter } = await decide(moderator, { kind: 'post', id: post.id })
    await appeal(author, decisionId)
    expect((await answer(moderator, decisionId, true)).body.code).toBe('appeal-by-decider')
    expect((await answer(admin, decisionId, true)).status).toBe(200)
    expect((await answer(admin, decisionId, true)).body.code).toBe('appeal-answered')
    expect((await send(reporter, 'GET', `posts/${post.id}`)).body).toMatchObject({ restriction: null })
    expect(await verifyCounts(sql)).toEqual([])
    expect(await typesFor(author)).toEqual(['decision', 'appeal-answered'])
    expect(await typesFor(reporter)).toEqual(['report-decided', 'report-decided'])
    expect((await statement(author, decisionId)).body).toMatchObject({
      reversedAt: expect.any(String),
      appeal: { isGranted: true, answer: 'Read again' },
    })
    const [event] = (await send(admin, 'GET', 'admin/acts')).body
    expect(event).toMatchObject({ action: 'answer-appeal', admin: admin.username, reason: 'Read again' })
    expect((await send(admin, 'GET', 'moderation/appeals?state=answered')).body[0]).toMatchObject({
      isGranted: true,
      answeredBy: { username: admin.username },
      canAnswer: false,
    })
  })

  it('that is rejected leaves the decision, and tells the author alone', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author, topic })
    const { decisionId, reporter } = await decide(admin, { kind: 'post', id: post.id })
    await appeal(author, decisionId)
    expect((await answer(moderator, decisionId, false)).status).toBe(200)
    expect((await send(reporter, 'GET', `posts/${post.id}`)).status).toBe(404)
    expect(await typesFor(author)).toEqual(['decision', 'appeal-answered'])
    expect(await typesFor(reporter)).toEqual(['report-decided'])
  })

  it('is never answered by the appellant, and of the topic’s moderators only about content of the topic', async () => {
    const other = await aMember({ isModerator: true })
    const own = await seedPost(database, { by: other, topic })
    const ownDecision = await decide(moderator, { kind: 'post', id: own.id })
    await appeal(other, ownDecision.decisionId)
    expect((await answer(other, ownDecision.decisionId, true)).body.code).toBe('own-subject')
    expect((await answer(ofTopic, ownDecision.decisionId, true)).body.code).toBe('higher-role')
    const author = await aMember()
    const elsewhere = await seedPost(database, { by: author })
    const outside = await decide(admin, { kind: 'post', id: elsewhere.id })
    await appeal(author, outside.decisionId)
    expect((await answer(ofTopic, outside.decisionId, true)).body.code).toBe('appeal-not-found')
    const inside = await seedPost(database, { by: author, topic })
    const sanctioned = await decide(admin, { kind: 'post', id: inside.id, action: 'mute', days: 3 })
    await appeal(author, sanctioned.decisionId)
    expect((await answer(ofTopic, sanctioned.decisionId, true)).body.code).toBe('higher-role')
    expect(
      (
        await send(ofTopic, 'POST', `moderation/decisions/${sanctioned.decisionId}/reversal`, {
          reversalWords: '',
        })
      ).body.code,
    ).toBe('higher-role')
    await sql`update users set is_moderator = false where id = ${other.id}`
  })

  it('is answered by who decided if there is nobody else', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    const { decisionId } = await decide(admin, { kind: 'post', id: post.id })
    await appeal(author, decisionId)
    expect((await answer(admin, decisionId, true)).body.code).toBe('appeal-by-decider')
    await sql`update users set is_suspended = true where id = ${moderator.id}`
    expect((await answer(admin, decisionId, true)).status).toBe(200)
    await sql`update users set is_suspended = false where id = ${moderator.id}`
  })

  it('of a decision that was undone meanwhile can still be answered', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    const { decisionId } = await decide(moderator, { kind: 'post', id: post.id })
    await appeal(author, decisionId)
    await send(moderator, 'POST', `moderation/decisions/${decisionId}/reversal`, { reversalWords: '' })
    expect((await answer(admin, decisionId, true)).status).toBe(200)
  })
})

import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { CaseDetails, ModerationCase } from '#features/moderation/contract.ts'
import type { JobContext } from '#server/jobs/job.ts'
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
import { removedPostPurgeJob } from './purge-removed-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const { aMember, send } = withMembers(app, database)
const reason = 'Something else'
const report = (by: SignedInMember, kind: string, id: number | string, more: object = {}) =>
  send(by, 'POST', '/api/reports', {
    subject: { kind, id: String(id), ...more },
    reason,
    words: 'Look at this',
  })
const casesOf = async (by: SignedInMember, state = 'open'): Promise<ModerationCase[]> =>
  (await send(by, 'GET', `/api/moderation/cases?state=${state}&limit=50`)).body
const caseAbout = async (kind: string, subjectId: number): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    select id from moderation_cases where subject_kind = ${kind} and subject_id = ${subjectId} order by id desc limit 1`
  return row?.id ?? 0
}
const detailsOf = async (by: SignedInMember, id: number): Promise<CaseDetails> =>
  (await send(by, 'GET', `/api/moderation/cases/${id}`)).body
const decide = (by: SignedInMember, id: number, action: string, more: object = {}) =>
  send(by, 'POST', `/api/moderation/cases/${id}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : reason,
    words: 'Because',
    ...more,
  })
const reverse = (by: SignedInMember, id: number) =>
  send(by, 'POST', `/api/moderation/decisions/${id}/reversal`, { reversalWords: 'A mistake' })
const typesFor = async ({ id }: { id: number }) =>
  (await sql<{ type: string }[]>`select type from notifications where user_id = ${id} order by id`).map(
    ({ type }) => type,
  )

const admin = await aMember({ isAdmin: true })
const moderator = await aMember({ isModerator: true })
const topic = await seedTopic(database)
const ofTopic = await aMember({ moderatedTopics: [topic.id] })

it('asks for one of the reasons of the operator, but not to dismiss a case', async () => {
  const author = await aMember()
  const reporter = await aMember()
  const post = await seedPost(database, { by: author, topic })
  await report(reporter, 'post', post.id)
  const id = await caseAbout('post', post.id)
  for (const unknown of ['', 'No such reason'])
    expect(await decide(moderator, id, 'remove', { reason: unknown })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'reason' }] },
    })
  expect((await decide(moderator, id, 'dismiss', { reason: 'No such reason' })).status).toBe(400)
  expect(await decide(moderator, id, 'dismiss', { reason: '' })).toMatchObject({
    status: 200,
    body: { reason: 'Within the rules' },
  })
})

it('shows moderators the post that a comment is on, and whether a dismissal shows a post', async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const post = await seedPost(database, { by: author, topic, title: 'Chess', description: 'd'.repeat(600) })
  const hidden = await seedPost(database, { by: author, title: 'Secret', isPrivate: true })
  const [onPost, onHidden] = [
    await seedComment(database, { by: author, on: post }),
    await seedComment(database, { by: author, on: hidden }),
  ]
  const open = async (kind: string, id: number) =>
    detailsOf(
      admin,
      (await send(admin, 'POST', '/api/moderation/cases', { subject: { kind, id: String(id) } })).body.id,
    )
  expect(await open('comment', onPost.id)).toMatchObject({
    post: { title: 'Chess', text: 'd'.repeat(500), href: `/post/${post.id}` },
    subject: { isVisible: true, isWaiting: false },
  })
  expect((await open('comment', onHidden.id)).post).toEqual({ title: 'Secret', text: '', href: null })
  const { id } = await open('post', post.id)
  expect(await detailsOf(admin, id)).toMatchObject({ post: null, subject: { isWaiting: false } })
  for (const [restriction, isWaiting] of [
    ['reported', true],
    ['waiting', true],
    ['hidden', false],
    ['removed', false],
  ] as const) {
    await sql`update posts set restriction = ${restriction}, restricted_since = now(), is_private = true, private_id = 'x', topic_id = null,
      restricted_topic_id = ${topic.id} where id = ${post.id}`
    expect((await detailsOf(admin, id)).subject).toMatchObject({ isVisible: false, isWaiting })
  }
  expect((await report(reader, 'comment', onPost.id)).status).toBe(404)
})

describe('reports', () => {
  it('of one thing join one case, once for each member', async () => {
    const author = await aMember()
    const [first, second] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: author, topic, title: 'Reported title' })
    expect((await report(first, 'post', post.id)).status).toBe(200)
    expect((await report(second, 'post', post.id)).status).toBe(200)
    expect(await report(first, 'post', post.id)).toMatchObject({
      status: 409,
      body: { code: 'already-reported' },
    })
    expect(await report(author, 'post', post.id)).toMatchObject({
      status: 403,
      body: { code: 'own-subject' },
    })
    const found = (await casesOf(moderator)).filter(({ subjectId }) => subjectId === post.id)
    expect(found).toMatchObject([
      {
        subjectKind: 'post',
        excerpt: 'Reported title',
        reportCount: 2,
        reasons: [reason],
        author: { id: author.id },
      },
    ])
    expect((await send(first, 'GET', '/api/user/reports')).body).toMatchObject([
      { subjectKind: 'post', excerpt: 'Reported title', decision: null },
    ])
  })

  it('are refused for what the member cannot see, for unknown reasons, and beyond 20 open ones', async () => {
    const member = await aMember()
    const secret = await seedPost(database, { isPrivate: true })
    for (const [kind, id] of [
      ['post', secret.id],
      ['post', 999_999],
      ['post', 'x'],
      ['member', 'nobody-of-this-name'],
      ['collection', 'AAAAAAAAAAAAAAAAAAAAAA'],
      ['comment', 999_999],
    ] as const)
      expect(await report(member, kind, id)).toMatchObject({
        status: 404,
        body: { code: 'subject-not-found' },
      })
    const post = await seedPost(database)
    const subject = { kind: 'post', id: String(post.id) }
    const unknown = await send(member, 'POST', '/api/reports', { subject, reason: 'No such', words: '' })
    expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } })
    const posts = await Promise.all(Array.from({ length: 21 }, () => seedPost(database)))
    const statuses = await Promise.all(posts.map(async ({ id }) => (await report(member, 'post', id)).status))
    expect(statuses.toSorted()).toEqual([...Array(20).fill(200), 409])
  })

  it('are seen by moderators of the topic only if they are about their topic', async () => {
    const member = await aMember()
    const [inside, outside] = [await seedPost(database, { topic }), await seedPost(database)]
    await report(member, 'post', inside.id)
    await report(member, 'post', outside.id)
    const ids = (await casesOf(ofTopic)).map(({ subjectId }) => subjectId)
    expect([ids.includes(inside.id), ids.includes(outside.id)]).toEqual([true, false])
    expect(
      (await send(ofTopic, 'GET', `/api/moderation/cases/${await caseAbout('post', outside.id)}`)).status,
    ).toBe(404)
  })
})

describe('a decision', () => {
  /** Things of each kind by the same author, with how a reader finds out whether they are there. */
  const things = async () => {
    const [author, reader] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: author, topic, title: 'Thing' })
    const elsewhere = await seedPost(database, { topic })
    const comment = await seedComment(database, { on: elsewhere, by: author, content: 'Some words' })
    await seedVersion(database, elsewhere, 1)
    await seedVersion(database, elsewhere, 2)
    const collection = await seedCollection(database, author, 'public')
    const edit = await seedSuggestedEdit(database, elsewhere, author)
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, user_id, prompt_version, model, worked, note)
      select id, ${author.id}, prompt_version, 'gpt-5', true, 'A rude note' from posts where id = ${elsewhere.id} returning id`
    await recomputeCounts(sql)
    const text = async (url: string) => {
      const { status, body } = await send(reader, 'GET', url)
      return status === 200 ? JSON.stringify(body) : String(status)
    }
    return {
      author,
      reader,
      subjects: {
        post: [post.id, {}, () => text(`/api/posts/${post.id}`)],
        comment: [comment.id, {}, () => text(`/api/posts/${elsewhere.id}/comments`)],
        version: [elsewhere.id, { version: 1 }, () => text(`/api/posts/${elsewhere.id}/versions/1`)],
        collection: [collection, {}, () => text(`/api/collections/${collection}`)],
        'suggested-edit': [edit, {}, () => text(`/api/posts/${elsewhere.id}/suggested-edits/${edit}`)],
        result: [result?.id ?? 0, {}, () => text(`/api/posts/${elsewhere.id}/results`)],
      } as Record<string, [number | string, object, () => Promise<string>]>,
    }
  }

  it('removes each kind of content from its readers, and undoing it brings all back with every count', async () => {
    const { reader, author, subjects } = await things()
    for (const [kind, [id, more, read]] of Object.entries(subjects)) {
      const before = await read()
      expect(before.length, kind).toBeGreaterThan(10)
      expect((await report(reader, kind, id, more)).status, kind).toBe(200)
      const [found] = (await casesOf(moderator)).filter((each) => each.subjectKind === kind).slice(-1)
      const caseId = found?.id ?? 0
      const action = kind === 'version' ? 'withdraw-version' : 'remove'
      expect((await detailsOf(moderator, caseId)).actions, kind).toContain(action)
      const decided = await decide(moderator, caseId, action)
      expect(decided, kind).toMatchObject({
        status: 200,
        body: { action, moderatorRole: 'moderator', reversedAt: null },
      })
      expect(await read(), kind).not.toBe(before)
      expect(await verifyCounts(sql), kind).toEqual([])
      expect((await detailsOf(moderator, caseId)).subject, kind).toMatchObject({ isVisible: false })
      expect((await reverse(admin, decided.body.id)).status, kind).toBe(200)
      expect(await read(), kind).toBe(before)
      expect(await verifyCounts(sql), kind).toEqual([])
    }
    // Reporters are told of reversals too.
    expect(await typesFor(reader)).toEqual(Array(12).fill('report-decided'))
    // The version belongs to another author's post, and each decision and its reversal is told.
    expect(await typesFor(author)).toEqual(Array(10).fill('decision'))
  })

  it('mutes or suspends an author for a time, and undoing it restores what was before', async () => {
    const author = await aMember({ isMuted: true })
    const post = await seedPost(database, { by: author })
    await report(await aMember(), 'post', post.id)
    const id = await caseAbout('post', post.id)
    const muted = await decide(moderator, id, 'mute', { days: 7 })
    expect(Math.round((Date.parse(muted.body.endsAt) - Date.now()) / 86_400_000)).toBe(7)
    expect((await send(author, 'GET', '/api/auth/me')).body).toMatchObject({
      isMuted: true,
      isSuspended: false,
    })
    const again = await send(moderator, 'POST', '/api/moderation/cases', {
      subject: { kind: 'member', id: author.username },
    })
    const suspended = await decide(moderator, again.body.id, 'suspend')
    expect((await send(author, 'GET', '/api/auth/me')).body).toMatchObject({ isSuspended: true })
    await reverse(moderator, suspended.body.id)
    await reverse(moderator, muted.body.id)
    const [row] = await sql`select is_muted, muted_until, is_suspended from users where id = ${author.id}`
    expect(row).toEqual({ isMuted: true, mutedUntil: null, isSuspended: false })
  })

  it('labels and moves a post, and undoing it brings back its topic, tags and labels', async () => {
    const [from, to] = [await seedTopic(database), await seedTopic(database)]
    const post = await seedPost(database, { topic: from })
    await recomputeCounts(sql)
    const open = async () =>
      (
        await send(moderator, 'POST', '/api/moderation/cases', {
          subject: { kind: 'post', id: String(post.id) },
        })
      ).body.id
    const labelled = await decide(moderator, await open(), 'label', { labels: ['outdated', 'sensitive'] })
    const moved = await decide(moderator, await open(), 'recategorize', { topicId: to.id, tags: ['new-tag'] })
    expect((await send(moderator, 'GET', `/api/posts/${post.id}`)).body).toMatchObject({
      labels: ['outdated', 'sensitive'],
      topicId: to.id,
      tags: ['new-tag'],
    })
    expect(await verifyCounts(sql)).toEqual([])
    expect((await reverse(moderator, labelled.body.id)).body.code).toBe('decision-outdated')
    await reverse(moderator, moved.body.id)
    await reverse(moderator, labelled.body.id)
    expect((await send(moderator, 'GET', `/api/posts/${post.id}`)).body).toMatchObject({
      labels: [],
      topicId: from.id,
      tags: [],
    })
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('is made once, by the moderator who has claimed the case, and never about oneself or a higher role', async () => {
    const post = await seedPost(database, { by: moderator })
    await report(await aMember(), 'post', post.id)
    const own = await caseAbout('post', post.id)
    expect((await decide(moderator, own, 'dismiss')).body.code).toBe('own-subject')
    const ofAdmin = await seedPost(database, { by: admin, topic })
    await report(await aMember(), 'post', ofAdmin.id)
    const higher = await caseAbout('post', ofAdmin.id)
    for (const by of [moderator, ofTopic])
      expect((await decide(by, higher, 'remove')).body.code).toBe('higher-role')
    const someones = await seedPost(database, { topic })
    await report(await aMember(), 'post', someones.id)
    const id = await caseAbout('post', someones.id)
    expect((await decide(ofTopic, id, 'suspend')).body.code).toBe('action-not-possible')
    const claim = (by: SignedInMember) =>
      send(by, 'PUT', `/api/moderation/cases/${id}/claim`, { isClaimed: true })
    expect((await claim(ofTopic)).status).toBe(200)
    const colleague = await aMember({ moderatedTopics: [topic.id] })
    expect((await claim(colleague)).body.code).toBe('case-claimed')
    expect((await decide(colleague, id, 'remove')).body.code).toBe('case-claimed')
    expect((await send(moderator, 'GET', `/api/posts/${someones.id}`)).body.restriction).toBe(null)
    const both = await Promise.all([decide(ofTopic, id, 'hide'), decide(ofTopic, id, 'hide')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await reverse(ofTopic, await lastDecision(id))).status).toBe(200)
    expect((await reverse(ofTopic, await lastDecision(id))).body.code).toBe('decision-reversed')
  })

  const lastDecision = async (caseId: number) => {
    const [row] = await sql<
      { id: number }[]
    >`select id from moderation_decisions where case_id = ${caseId} order by id desc limit 1`
    return row?.id ?? 0
  }

  it('tells the reporter when a report is dismissed, and not the author, and the case can be opened again', async () => {
    const [author, reporter] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: author })
    await report(reporter, 'post', post.id)
    const id = await caseAbout('post', post.id)
    const dismissed = await decide(admin, id, 'dismiss')
    expect([await typesFor(author), await typesFor(reporter)]).toEqual([[], ['report-decided']])
    const [own] = (await send(reporter, 'GET', '/api/user/reports')).body
    expect(own.decision).toMatchObject({ action: 'dismiss', words: 'Because', isReversed: false })
    expect((await casesOf(admin, 'decided')).some((each) => each.id === id)).toBe(true)
    await reverse(admin, dismissed.body.id)
    expect(await detailsOf(admin, id)).toMatchObject({ isOpen: true })
  })

  it('is an audit event, and notes are seen by moderators only', async () => {
    const [author, reporter] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: author, topic, title: 'Audited title' })
    await report(reporter, 'post', post.id)
    const id = await caseAbout('post', post.id)
    await send(moderator, 'POST', `/api/moderation/cases/${id}/notes`, { words: 'Seen before' })
    await send(moderator, 'POST', `/api/moderation/members/${author.id}/notes`, { words: 'Second time' })
    const { notes, authorNotes } = await detailsOf(moderator, id)
    expect([notes, authorNotes]).toMatchObject([[{ words: 'Seen before' }], [{ words: 'Second time' }]])
    expect((await detailsOf(ofTopic, id)).authorNotes).toEqual([])
    await decide(moderator, id, 'warn')
    const [event] = (await send(admin, 'GET', '/api/admin/acts?q=audited%20title')).body
    expect(event).toMatchObject({ action: 'decide-case', admin: moderator.username, reason: 'Because' })
  })
})

describe('a removed post', () => {
  it('is deleted once the time for an appeal is over, unless an appeal waits for an answer', async () => {
    const author = await aMember()
    const posts = [
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
    ] as const
    await recomputeCounts(sql)
    const decisions = await Promise.all(
      posts.map(async ({ id }) => {
        const subject = { kind: 'post', id: String(id) }
        const opened = await send(moderator, 'POST', '/api/moderation/cases', { subject })
        return (await decide(moderator, opened.body.id, 'remove')).body.id
      }),
    )
    await sql`insert into appeals (decision_id, member_id, words) values (${decisions[1]}, ${author.id}, 'Please')`
    const purge = () =>
      removedPostPurgeJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})
    const statuses = () =>
      Promise.all(posts.map(async ({ id }) => (await send(author, 'GET', `/api/posts/${id}`)).status))
    await sql`update posts set restricted_since = now() - interval '179 days' where user_id = ${author.id}`
    await purge()
    expect(await statuses()).toEqual([200, 200])
    await sql`update posts set restricted_since = now() - interval '181 days' where user_id = ${author.id}`
    await purge()
    expect(await statuses()).toEqual([404, 200])
    expect(await verifyCounts(sql)).toEqual([])
  })
})

describe('the list of decided cases', () => {
  it('says what was decided last, on which rule, in which role and when', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    const subject = { kind: 'post', id: String(post.id) }
    const { body: opened } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
    const path = `/api/moderation/cases/${opened.id}/decisions`
    const removal = { action: 'remove', reason: 'Something else', words: '' }
    const { body: decision } = await send(moderator, 'POST', path, removal)
    const outcomeOf = async () =>
      (await send(moderator, 'GET', '/api/moderation/cases?state=decided')).body.find(
        ({ id }: { id: number }) => id === opened.id,
      )?.outcome
    expect(await outcomeOf()).toEqual({
      action: 'remove',
      reason: 'Something else',
      moderatorRole: 'moderator',
      createdAt: decision.createdAt,
      isReversed: false,
      isApproval: false,
    })
    await send(moderator, 'POST', `/api/moderation/decisions/${decision.id}/reversal`, { reversalWords: '' })
    expect(await outcomeOf()).toMatchObject({ action: 'remove', isReversed: true })
  })

  it('says why a case was dismissed', async () => {
    const post = await seedPost(database)
    const subject = { kind: 'post', id: String(post.id) }
    for (const [reason, stored] of [
      ['', 'Within the rules'],
      ['Already dealt with', 'Already dealt with'],
    ]) {
      const { body: opened } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
      const body = { action: 'dismiss', reason, words: '' }
      const path = `/api/moderation/cases/${opened.id}/decisions`
      expect((await send(moderator, 'POST', path, body)).body.reason).toBe(stored)
    }
    const { body: opened } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
    const body = { action: 'remove', reason: 'Already dealt with', words: '' }
    expect((await send(moderator, 'POST', `/api/moderation/cases/${opened.id}/decisions`, body)).status).toBe(
      400,
    )
  })
})

describe('the standing of a member', () => {
  it('lists the posts that readers do not see, each with its reason', async () => {
    const author = await aMember({ trustLevel: 'regular' })
    const [hidden, reported, removed] = [
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
      await seedPost(database, { by: author }),
    ]
    for (const [{ id }, action] of [
      [hidden, 'hide'],
      [removed, 'remove'],
    ] as const) {
      const subject = { kind: 'post', id: String(id) }
      const { body: opened } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
      const body = { action, reason: 'Something else', words: '' }
      await send(moderator, 'POST', `/api/moderation/cases/${opened.id}/decisions`, body)
    }
    for (let index = 0; index < 3; index += 1) {
      const subject = { kind: 'post', id: String(reported.id) }
      const reporter = await aMember({ trustLevel: 'regular' })
      await send(reporter, 'POST', '/api/reports', { subject, reason: 'Something else', words: '' })
    }
    const { body: standing } = await send(author, 'GET', '/api/user/standing')
    expect(standing.waitingPosts).toEqual([
      { postId: hidden.id, title: 'A title', restriction: 'hidden', position: null, findings: [] },
      {
        postId: reported.id,
        title: 'A title',
        restriction: 'reported',
        position: expect.any(Number),
        findings: [],
      },
    ])
  })
})

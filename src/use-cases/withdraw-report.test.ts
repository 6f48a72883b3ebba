import { describe, expect, it } from 'vitest'
import type { CaseDetails, ModerationCase } from '#features/moderation/contract.ts'
import type { OwnReport } from '#features/moderation/contract-reports.ts'
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
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

const reason = 'Something else'
const report = async (by: SignedInMember, kind: string, id: number | string, more: object = {}) => {
  const subject = { kind, id: String(id), ...more }
  return (await send(by, 'POST', '/api/reports', { subject, reason, words: 'Look' })).body
}
const withdraw = (by: SignedInMember, id: number) => send(by, 'DELETE', `/api/reports/${id}`)
const reportsOf = async (by: SignedInMember): Promise<OwnReport[]> =>
  (await send(by, 'GET', '/api/user/reports?limit=50')).body
const moderator = await aMember({ isModerator: true })
const casesAbout = async (subjectId: number, state = 'open'): Promise<ModerationCase[]> => {
  const { body } = await send(moderator, 'GET', `/api/moderation/cases?state=${state}&limit=50`)
  return body.filter((found: ModerationCase) => found.subjectId === subjectId)
}
const decide = (id: number, action: string) =>
  send(moderator, 'POST', `/api/moderation/cases/${id}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : reason,
    words: '',
  })

describe('withdrawing a report', () => {
  it('takes it out of the queue and out of its own list, and leaves the reports of others', async () => {
    const [first, second] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const { id } = await report(first, 'post', post.id)
    await report(second, 'post', post.id)
    expect((await withdraw(first, id)).status).toBe(200)
    const [found] = await casesAbout(post.id)
    expect(found).toMatchObject({ reportCount: 1, reasons: [reason] })
    const details: CaseDetails = (await send(moderator, 'GET', `/api/moderation/cases/${found?.id}`)).body
    expect(details.reports.map(({ reporter }) => reporter?.id)).toEqual([second.id])
    expect(await reportsOf(first)).toEqual([])
    await decide(found?.id ?? 0, 'remove')
    const notified = await sql<{ userId: number }[]>`
      select user_id from notifications where type = 'report-decided' and user_id in (${first.id}, ${second.id})`
    expect(notified.map(({ userId }) => userId)).toEqual([second.id])
  })

  it('closes a case with nothing else in it, and one who reports again opens a new one', async () => {
    const reporter = await aMember()
    const post = await seedPost(database)
    const { id } = await report(reporter, 'post', post.id)
    const [{ id: closed } = { id: 0 }] = await casesAbout(post.id)
    await withdraw(reporter, id)
    expect(await casesAbout(post.id)).toEqual([])
    expect(await casesAbout(post.id, 'decided')).toEqual([])
    await report(reporter, 'post', post.id)
    const [opened] = await casesAbout(post.id)
    expect(opened).toMatchObject({ reportCount: 1 })
    expect(opened?.id).not.toBe(closed)
    expect(await reportsOf(reporter)).toMatchObject([{ decision: null }])
  })

  it.each(['a note', 'a claim', 'a finding', 'a look of moderators'])(
    'leaves a case in the queue with %s',
    async (rest) => {
      const reporter = await aMember()
      const post = await seedPost(database)
      const { id } = await report(reporter, 'post', post.id)
      const [{ id: caseId } = { id: 0 }] = await casesAbout(post.id)
      if (rest === 'a note')
        await send(moderator, 'POST', `/api/moderation/cases/${caseId}/notes`, { words: 'Hm' })
      if (rest === 'a claim')
        await send(moderator, 'PUT', `/api/moderation/cases/${caseId}/claim`, { isClaimed: true })
      if (rest === 'a finding')
        await sql`update moderation_cases set findings = '{Found}' where id = ${caseId}`
      if (rest === 'a look of moderators')
        await sql`update moderation_cases set source = 'first-look' where id = ${caseId}`
      await withdraw(reporter, id)
      expect(await casesAbout(post.id)).toMatchObject([{ id: caseId, reportCount: 0 }])
    },
  )

  it('is possible for the reporter alone, once, and until somebody has decided', async () => {
    const [reporter, other] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const { id } = await report(reporter, 'post', post.id)
    for (const by of [other, moderator])
      expect(await withdraw(by, id)).toMatchObject({ status: 404, body: { code: 'report-not-found' } })
    const [found] = await casesAbout(post.id)
    await decide(found?.id ?? 0, 'dismiss')
    expect(await withdraw(reporter, id)).toMatchObject({
      status: 409,
      body: { code: 'case-decided', message: 'Moderators have already decided about this report' },
    })
    const { id: withdrawn } = await report(reporter, 'post', (await seedPost(database)).id)
    expect((await withdraw(reporter, withdrawn)).status).toBe(200)
    expect((await withdraw(reporter, withdrawn)).status).toBe(404)
  })

  it('leaves what reports have hidden to moderators, and does not help to hide anything', async () => {
    const regulars = await Promise.all(Array.from({ length: 4 }, () => aMember({ trustLevel: 'regular' })))
    const [first, second, third, fourth] = regulars as [
      SignedInMember,
      SignedInMember,
      SignedInMember,
      SignedInMember,
    ]
    const restrictionOf = async (id: number) =>
      (await sql<{ restriction: string | null }[]>`select restriction from posts where id = ${id}`)[0]
        ?.restriction
    const post = await seedPost(database)
    const { id } = await report(first, 'post', post.id)
    await report(second, 'post', post.id)
    await withdraw(first, id)
    await report(third, 'post', post.id)
    expect(await restrictionOf(post.id)).toBe(null)
    const { id: last } = await report(fourth, 'post', post.id)
    expect(await restrictionOf(post.id)).toBe('reported')
    await withdraw(fourth, last)
    expect(await restrictionOf(post.id)).toBe('reported')
    expect(await casesAbout(post.id)).toMatchObject([{ reportCount: 2 }])
  })

  it('ends before the decision or is refused after it, however they meet', async () => {
    const reporter = await aMember()
    for (let round = 0; round < 5; round += 1) {
      const post = await seedPost(database)
      const { id } = await report(reporter, 'post', post.id)
      const [found] = await casesAbout(post.id)
      const [withdrawal, decision] = await Promise.all([
        withdraw(reporter, id),
        decide(found?.id ?? 0, 'remove'),
      ])
      const notified = await sql`
        select 1 from notifications where type = 'report-decided' and user_id = ${reporter.id} and decision_id = ${decision.body.id ?? 0}`
      // The withdrawal closes the case, so of two at once only one can be accepted.
      expect([withdrawal.status, decision.status, notified.length]).toEqual(
        withdrawal.status === 200 ? [200, 409, 0] : [409, 200, 1],
      )
    }
  })
})

describe('the list of own reports', () => {
  it('links to what was reported as long as the reporter can see it', async () => {
    const reporter = await aMember()
    const author = await aMember()
    const topic = await seedTopic(database)
    const post = await seedPost(database, { by: author, topic })
    const comment = await seedComment(database, { on: post, by: author })
    await seedVersion(database, post, 1)
    await seedVersion(database, post, 2)
    await sql`update posts set version = 2 where id = ${post.id}`
    const edit = await seedSuggestedEdit(database, post, author)
    await seedCollection(database, author, 'public', post)
    const [{ linkId } = { linkId: '' }] = await sql<{ linkId: string }[]>`
      select link_id from collections where user_id = ${author.id}`
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, user_id, prompt_version, model, worked, note, example)
      select id, ${author.id}, prompt_version, 'chatgpt', true, 'Good', '' from posts where id = ${post.id} returning id`
    await report(reporter, 'post', post.id)
    await report(reporter, 'comment', comment.id)
    await report(reporter, 'version', post.id, { version: 1 })
    await report(reporter, 'suggested-edit', edit)
    await report(reporter, 'collection', linkId)
    await report(reporter, 'result', result?.id ?? 0)
    await report(reporter, 'member', author.username)
    const urls = async () =>
      Object.fromEntries((await reportsOf(reporter)).map(({ subjectKind, url }) => [subjectKind, url]))
    const found = await urls()
    expect(found).toEqual({
      post: `/post/${post.id}`,
      comment: `/post/${post.id}/comment/${comment.id}`,
      version: `/post/${post.id}/v/1`,
      'suggested-edit': `/post/${post.id}/suggested-edits/${edit}`,
      collection: expect.stringContaining(`/c/${linkId}/`),
      result: `/post/${post.id}`,
      member: `/u/${author.username}`,
    })
    statements.length = 0
    await urls()
    expect(statements.length).toBeLessThanOrEqual(9)

    await sql`update post_versions set is_withdrawn = true where post_id = ${post.id} and number = 1`
    await sql`update suggested_edits set is_restricted = true where id = ${edit}`
    await sql`update collections set visibility = 'private' where link_id = ${linkId}`
    await sql`update comments set is_deleted = true where id = ${comment.id}`
    expect(await urls()).toEqual({
      ...found,
      comment: null,
      version: null,
      'suggested-edit': null,
      collection: null,
    })
    await send(author, 'PATCH', '/api/user/posts', { ids: [post.id], isPrivate: true })
    expect(await urls()).toMatchObject({ post: null, result: null, member: found.member })
    await send(author, 'POST', `/api/users/${reporter.id}/block`)
    expect(await urls()).toMatchObject({ member: null })
  })
})

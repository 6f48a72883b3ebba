import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { findSpam } from './find-spam.ts'
import { caseItemsReturnJob, everythingRemovalJob } from './remove-everything.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

const [first, second, admin] = [
  await aMember({ isModerator: true }),
  await aMember({ isModerator: true }),
  await aMember({ isAdmin: true }),
]
const context = { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext
const ROUNDS = 4

const decide = (by: SignedInMember, caseId: number, action: string) =>
  send(by, 'POST', `/api/moderation/cases/${caseId}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : 'Something else',
    words: '',
  })

/** Newcomers who have published the same prompt, found as a wave, each with a comment and votes of others. */
let number = 0
const aWave = async () => {
  // Each wave has a text of its own; digits do not tell texts apart.
  number += 1
  const name = 'x'.repeat(number)
  const members = await Promise.all(Array.from({ length: 4 }, () => aMember({ trustLevel: 'newcomer' })))
  const target = await seedPost(database)
  for (const by of members) {
    const words = `Get rich with plan ${name} of this course today`
    const fields = { title: 'A title', description: 'Words', prompt: words, type: 'Text' }
    const { body: post } = await send(by, 'POST', '/api/posts', fields)
    await seedComment(database, { on: target, by })
    await seedComment(database, { on: post, by: admin })
    await sql`insert into votes (user_id, post_id, value) values (${by.id}, ${target.id}, 1), (${first.id}, ${post.id}, 1)`
  }
  await recomputeCounts(sql)
  await findSpam(sql, errorLogger)
  const ids = members.map(({ id }) => id)
  const [found] = await sql<{ id: number }[]>`
    select c.id from moderation_cases c join moderation_case_items i on i.case_id = c.id
    where i.kind = 'member' and i.item_id = ${ids[0]} and c.is_open`
  return { members, ids, caseId: found?.id ?? 0 }
}
const countSuspended = async (ids: readonly number[]) =>
  (await sql`select from users where id = any(${[...ids]}::integer[]) and is_suspended`).length
const countPublic = async (ids: readonly number[]) =>
  (await sql`select from posts where user_id = any(${[...ids]}::integer[]) and not is_private`).length
/** Runs what a decision has left to a job. */
const runJobs = async (caseId: number) => {
  const jobs = await sql<{ name: string; data: { caseId: number; decisionId: number } }[]>`
    delete from jobs.job where name in (${everythingRemovalJob.name}, ${caseItemsReturnJob.name})
      and (data ->> 'caseId')::integer = ${caseId} returning name, data`
  for (const { name, data } of jobs)
    await (name === everythingRemovalJob.name
      ? everythingRemovalJob.run(context, data)
      : caseItemsReturnJob.run(context, { caseId: data.caseId }))
}

describe('two decisions about one wave at once', () => {
  it.each([
    ['dismiss', 'remove-all'],
    ['remove-all', 'remove-all'],
    ['dismiss', 'dismiss'],
    ['suspend', 'remove-all'],
  ])('%s and %s: one is made, and the other is refused', async (one, other) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ids, caseId } = await aWave()
      const answers = await Promise.all([decide(first, caseId, one), decide(second, caseId, other)])
      const accepted = answers.filter(({ status }) => status === 200)
      expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort()).toEqual([
        200,
        'case-decided',
      ])
      const action = accepted[0]?.body.action
      await runJobs(caseId)
      expect([action, await countSuspended(ids), await countPublic(ids)]).toEqual([
        action,
        { dismiss: 0, suspend: 1, 'remove-all': 4 }[action as 'dismiss'],
        action === 'dismiss' ? 4 : 0,
      ])
      expect(await verifyCounts(sql)).toEqual([])
    }
  })
})

describe('removing everything of a wave', () => {
  const leave = (member: SignedInMember) => send(member, 'DELETE', '/api/user', { confirm: member.username })
  const expel = ({ id }: SignedInMember) =>
    send(admin, 'DELETE', `/api/admin/users/${id}`, { reason: 'Spam' })

  it('ends while its members leave or are deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { members, ids, caseId } = await aWave()
      const [ada, grace, alan, last] = members as [
        SignedInMember,
        SignedInMember,
        SignedInMember,
        SignedInMember,
      ]
      const [decision, ...left] = await Promise.all([
        decide(first, caseId, 'remove-all'),
        leave(ada),
        expel(grace),
      ])
      expect([decision.status, ...left.map(({ status }) => status)]).toEqual([200, 200, 200])
      const [, gone] = await Promise.all([runJobs(caseId), leave(alan)])
      expect(gone.status).toBe(200)
      expect(await sql`select id from users where id = any(${ids}::integer[])`).toHaveLength(1)
      expect([await countSuspended(ids), await countPublic(ids)]).toEqual([1, 0])
      expect(
        await sql`select from set_aside_votes where user_id <> ${last.id} and case_id = ${caseId}`,
      ).toEqual([])
      expect(await verifyCounts(sql)).toEqual([])
    }
  })

  it('is undone while its members leave', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { members, ids, caseId } = await aWave()
      const { body } = await decide(first, caseId, 'remove-all')
      await runJobs(caseId)
      const [ada, grace, ...rest] = members as [SignedInMember, SignedInMember]
      const url = `/api/moderation/decisions/${body.id}/reversal`
      const [undone, left] = await Promise.all([send(first, 'POST', url, { reversalWords: '' }), leave(ada)])
      expect([undone.status, left.status]).toEqual([200, 200])
      await Promise.all([runJobs(caseId), expel(grace)])
      expect([await countSuspended(ids), await countPublic(ids)]).toEqual([0, rest.length])
      expect(await sql`select from set_aside_votes where case_id = ${caseId}`).toEqual([])
      expect(await verifyCounts(sql)).toEqual([])
    }
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import {
  actionsBySubject,
  type DecisionAction,
  type SubjectKind,
  subjectKinds,
} from '#features/moderation/contract-values.ts'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { errorLogger } from '#server/log.ts'
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
import { caseItemsReturnJob, everythingRemovalJob } from './remove-everything.ts'
import { restrictPosts } from './restrict-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const [admin, moderator] = [await aMember({ isAdmin: true }), await aMember({ isModerator: true })]
const context = { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext

type Subject = { kind: SubjectKind; id: string; version?: number }

/** Something of an author of each kind, in the middle of votes, comments, bookmarks and posts that count. */
const seedSubjects = async (author: SignedInMember): Promise<Record<SubjectKind, Subject>> => {
  const topic = await seedTopic(database)
  const tags = [`tag${topic.id}`]
  await sql`insert into tags (name, post_count) values (${tags[0] ?? ''}, 2)`
  const own = await seedPost(database, { by: author, topic, tags, prompt: randomUUID() })
  const other = await seedPost(database, { topic, tags, prompt: randomUUID() })
  await seedPost(database, { by: author, isPrivate: true, prompt: randomUUID() })
  const comment = await seedComment(database, { on: other, by: author })
  await seedComment(database, { on: other, parent: comment })
  await seedComment(database, { on: own })
  await seedComment(database, { on: own, by: author })
  const voter = await aMember()
  for (const [by, target, id] of [
    [voter, 'post_id', own.id],
    [voter, 'comment_id', comment.id],
    [author, 'post_id', other.id],
    [author, 'post_id', own.id],
  ] as const)
    await sql`insert into votes (user_id, ${sql(target)}, value) values (${by.id}, ${id}, 1)`
  for (const post of [own, other])
    await sql`insert into user_post_bookmarks (user_id, post_id) values (${voter.id}, ${post.id})`
  const skill = await seedPost(database, {
    by: author,
    topic,
    form: 'skill',
    skill: `{"name":"skill-${own.id}"}`,
    prompt: randomUUID(),
  })
  await recordReleases(sql, [skill.id])
  for (const post of [own, skill]) {
    await seedVersion(database, post, 1)
    await sql`update posts set version = 2 where id = ${post.id}`
    await seedVersion(database, post, 2)
  }
  const [result] = await sql<{ id: number }[]>`
    insert into post_results (post_id, prompt_version, user_id, model, worked, note)
    values (${other.id}, 1, ${author.id}, 'chatgpt', true, 'A note') returning id`
  await sql`update posts set has_results = true where id = ${other.id}`
  const subjects = {
    post: { kind: 'post', id: String(own.id) },
    version: { kind: 'version', id: String(skill.id), version: 1 },
    comment: { kind: 'comment', id: String(comment.id) },
    member: { kind: 'member', id: author.username },
    collection: { kind: 'collection', id: await seedCollection(database, author, 'public', own) },
    'suggested-edit': {
      kind: 'suggested-edit',
      id: String(await seedSuggestedEdit(database, other, author)),
    },
    result: { kind: 'result', id: String(result?.id) },
  } as const
  await recomputeCounts(sql)
  return subjects
}

const open = async (subject: Subject): Promise<number> =>
  (await send(moderator, 'POST', '/api/moderation/cases', { subject })).body.id
const decide = async (caseId: number, action: DecisionAction, more: object = {}): Promise<number> => {
  const { body: found } = await send(moderator, 'GET', `/api/moderation/cases/${caseId}`)
  const { status, body } = await send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, {
    action,
    reason: action === 'dismiss' ? '' : 'Something else',
    words: '',
    revision: found.subject?.revision,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  if (action === 'remove-all') await everythingRemovalJob.run(context, { caseId, decisionId: body.id })
  return body.id
}
const undo = async (caseId: number, decision: number) => {
  const path = `/api/moderation/decisions/${decision}/reversal`
  expect((await send(admin, 'POST', path, { reversalWords: '' })).status).toBe(200)
  await caseItemsReturnJob.run(context, { caseId })
}
/** Everything that is counted, to see that an undone decision leaves no trace. */
const readCounts = async () => [
  await sql`select id, score, comment_count, bookmark_count, topic_id, is_private, tags, labels from posts order by id`,
  await sql`select id, score, user_id, content, is_deleted, is_restricted from comments order by id`,
  await sql`select id, post_count from topics order by id`,
  await sql`
    select id, post_count, private_posts, karma, total_upvotes, total_engagement, is_muted, is_suspended from users order by id`,
  await sql`select user_id, post_id, comment_id, value from votes order by user_id, post_id, comment_id`,
  await sql`select id, visibility from collections order by id`,
  await sql`select id, is_restricted from suggested_edits order by id`,
  await sql`select id, note, example from post_results order by id`,
  await sql`select post_id, number from post_versions where is_withdrawn order by post_id, number`,
  await sql`select post_id, version, withdrawn_at from skill_releases order by post_id, version`,
]

const parametersOf: Partial<Record<DecisionAction, () => Promise<object>>> = {
  label: async () => ({ labels: ['sensitive'] }),
  recategorize: async () => ({ topicId: (await seedTopic(database)).id, tags: ['other-tag'] }),
  mute: async () => ({ days: 3 }),
}
const decisions = subjectKinds.flatMap((kind) =>
  actionsBySubject[kind].map((action) => [kind, action] as const),
)

describe('A decision and its reversal', () => {
  it.each(decisions)('about a %s (%s) leave every stored count right', async (kind, action) => {
    const author = await aMember()
    const subject = (await seedSubjects(author))[kind]
    const before = await readCounts()
    const caseId = await open(subject)
    const more = (await parametersOf[action]?.()) ?? {}
    const start = action === 'recategorize' ? await readCounts() : before
    const decision = await decide(caseId, action, more)
    expect(await verifyCounts(sql)).toEqual([])
    const isChanged = JSON.stringify(await readCounts()) !== JSON.stringify(start)
    expect(isChanged).toBe(action !== 'dismiss' && action !== 'warn')
    await undo(caseId, decision)
    expect(await verifyCounts(sql)).toEqual([])
    expect(await readCounts()).toEqual(start)
  })

  const restrictions = ['waiting', 'reported', 'hidden'] as const
  const ofRestricted = restrictions.flatMap((restriction) =>
    actionsBySubject.post
      .filter((action) => !(restriction === 'hidden' && action === 'hide'))
      .map((action) => [restriction, action] as const),
  )

  it.each(ofRestricted)(
    'about a post that is restricted (%s, %s) leave every stored count right',
    async (restriction, action) => {
      const author = await aMember()
      const { post } = await seedSubjects(author)
      await sql.begin((tx) => restrictPosts(tx, [Number(post.id)], restriction))
      expect(await verifyCounts(sql)).toEqual([])
      const caseId = await open(post)
      const decision = await decide(caseId, action, (await parametersOf[action]?.()) ?? {})
      expect(await verifyCounts(sql)).toEqual([])
      await undo(caseId, decision)
      expect(await verifyCounts(sql)).toEqual([])
      const [row] = await sql`select restriction from posts where id = ${post.id}`
      expect(row?.restriction).toBe(restriction)
      // What waits for a decision is in the queue, so that somebody makes it.
      const waiting = await sql`select from moderation_cases where id = ${caseId} and is_open`
      if (restriction !== 'hidden') expect(waiting).toHaveLength(1)
    },
  )

  it.each(actionsBySubject.comment)(
    'about a comment that reports have hidden (%s) leave every stored count right',
    async (action) => {
      const author = await aMember()
      const { comment } = await seedSubjects(author)
      for (let index = 0; index < 3; index += 1)
        await send(await aMember({ trustLevel: 'regular' }), 'POST', '/api/reports', {
          subject: comment,
          reason: 'Something else',
          words: '',
        })
      const hidden = await readCounts()
      expect(await verifyCounts(sql)).toEqual([])
      const [found] = await sql<{ id: number }[]>`
        select id from moderation_cases where subject_kind = 'comment' and subject_id = ${comment.id}`
      const caseId = found?.id ?? 0
      const decision = await decide(caseId, action, (await parametersOf[action]?.()) ?? {})
      expect(await verifyCounts(sql)).toEqual([])
      await undo(caseId, decision)
      expect(await verifyCounts(sql)).toEqual([])
      const after = await readCounts()
      expect(after[1]?.find(({ id }) => id === Number(comment.id))).toEqual(
        hidden[1]?.find(({ id }) => id === Number(comment.id)),
      )
      expect(await sql`select from moderation_cases where id = ${caseId} and is_open`).toHaveLength(1)
    },
  )
})

import { beforeEach, describe, expect, it } from 'vitest'
import { modelIds } from '#core/model-catalogue.ts'
import { writeSkill } from '#core/skill.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import type { CaseDetails } from '#features/moderation/contract.ts'
import { readConfig } from '#server/config.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedTopic, seedVersion } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { deleteUser } from './delete-user.ts'
import { removedPostPurgeJob } from './purge-removed-posts.ts'
import { everythingRemovalJob } from './remove-everything.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const config = readConfig({})

const { aMember, send } = withMembers(app, database)
const reason = 'Something else'
const report = (by: SignedInMember, kind: string, id: number | string, more: object = {}) =>
  send(by, 'POST', '/api/reports', { subject: { kind, id: String(id), ...more }, reason, words: 'Look' })
const open = async (
  by: SignedInMember,
  kind: string,
  id: number | string,
  more: object = {},
): Promise<number> =>
  (await send(by, 'POST', '/api/moderation/cases', { subject: { kind, id: String(id), ...more } })).body.id
const detailsOf = async (by: SignedInMember, id: number): Promise<CaseDetails> =>
  (await send(by, 'GET', `/api/moderation/cases/${id}`)).body
const decide = async (by: SignedInMember, id: number, action: string, more: object = {}) => {
  const revision = (await detailsOf(by, id)).subject?.revision
  const body = {
    action,
    reason: action === 'dismiss' ? '' : reason,
    words: 'Because',
    ...(revision && { revision }),
    ...more,
  }
  return send(by, 'POST', `/api/moderation/cases/${id}/decisions`, body)
}
const reverse = (by: SignedInMember, id: number) =>
  send(by, 'POST', `/api/moderation/decisions/${id}/reversal`, { reversalWords: 'A mistake' })
const restrictionOf = async (id: number) => {
  const [row] = await sql<{ restriction: string | null }[]>`select restriction from posts where id = ${id}`
  return row?.restriction
}

const admin = await aMember({ isAdmin: true })
const moderator = await aMember({ isModerator: true })
const topic = await seedTopic(database)
const ofTopic = await aMember({ moderatedTopics: [topic.id] })

const runJob = { sql, signal: new AbortController().signal } as unknown as JobContext
const removeEverything = async ({ username }: SignedInMember): Promise<{ id: number }> => {
  const caseId = await open(moderator, 'member', username)
  const { body } = await decide(moderator, caseId, 'remove-all')
  await everythingRemovalJob.run(runJob, { caseId, decisionId: body.id })
  return body
}

beforeEach(() => recomputeCounts(sql))

describe('undoing a decision', () => {
  it('opens the case of a post again that then waits for a first look', async () => {
    const newcomer = await aMember({ trustLevel: 'newcomer' })
    const { body: post } = await send(newcomer, 'POST', '/api/posts', {
      title: 'With a link',
      description: 'https://offers.test/1',
      prompt: 'A prompt',
      type: 'Text',
    })
    const caseId = await open(moderator, 'post', post.id)
    const { body: removed } = await decide(moderator, caseId, 'remove')
    await reverse(moderator, removed.id)
    expect(await restrictionOf(post.id)).toBe('waiting')
    expect(await detailsOf(moderator, caseId)).toMatchObject({ isOpen: true })
  })

  it('is not possible for a moderator of topics if somebody with a higher role has decided', async () => {
    const post = await seedPost(database, { topic })
    const caseId = await open(admin, 'post', post.id)
    const { body: removed } = await decide(admin, caseId, 'remove')
    expect(await reverse(ofTopic, removed.id)).toMatchObject({ status: 403, body: { code: 'higher-role' } })
    expect(await restrictionOf(post.id)).toBe('removed')
  })

  it('works after the topic that a post was in has been deleted', async () => {
    const [from, to] = [await seedTopic(database), await seedTopic(database)]
    const post = await seedPost(database, { topic: from })
    await recomputeCounts(sql)
    const { body: moved } = await decide(moderator, await open(moderator, 'post', post.id), 'recategorize', {
      topicId: to.id,
    })
    await sql`delete from topics where id = ${from.id}`
    expect((await reverse(moderator, moved.id)).body.code).toBe(undefined)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('works after a moved post has been deleted', async () => {
    const author = await aMember()
    const to = await seedTopic(database)
    const post = await seedPost(database, { by: author })
    await recomputeCounts(sql)
    const { body: moved } = await decide(moderator, await open(moderator, 'post', post.id), 'recategorize', {
      topicId: to.id,
      tags: ['x-tag'],
    })
    await send(author, 'DELETE', `/api/posts/${post.id}`)
    expect((await reverse(moderator, moved.id)).body.code).toBe(undefined)
  })

  it('leaves a post removed that was hidden first, and then removed with everything of its author', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    await recomputeCounts(sql)
    const { body: hidden } = await decide(moderator, await open(moderator, 'post', post.id), 'hide')
    await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Another title' })
    expect(await restrictionOf(post.id)).toBe(null)
    await removeEverything(author)
    expect(await restrictionOf(post.id)).toBe('removed')
    expect((await reverse(moderator, hidden.id)).status).toBe(200)
    expect(await restrictionOf(post.id)).toBe('removed')
  })

  it('keeps what the author has written into a result since', async () => {
    const author = await aMember()
    const post = await seedPost(database)
    const write = (note: string) =>
      send(author, 'POST', `/api/posts/${post.id}/results`, {
        model: modelIds[0],
        worked: true,
        note,
        example: '',
      })
    await write('Rude words')
    const [result] = await sql<{ id: number }[]>`select id from post_results where post_id = ${post.id}`
    const { body: removed } = await decide(
      moderator,
      await open(moderator, 'result', result?.id ?? 0),
      'remove',
    )
    await write('Polite words')
    await reverse(moderator, removed.id)
    const [row] = await sql<{ note: string }[]>`select note from post_results where post_id = ${post.id}`
    expect(row?.note).toBe('Polite words')
  })
})

describe('a hidden post', () => {
  const hidden = async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author, topic })
    await recomputeCounts(sql)
    await decide(moderator, await open(moderator, 'post', post.id), 'hide')
    return { author, post }
  }

  it('stays hidden when a muted author edits it', async () => {
    const { author, post } = await hidden()
    await decide(moderator, await open(moderator, 'member', author.username), 'mute')
    expect((await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Muted words' })).status).toBe(403)
    expect(await restrictionOf(post.id)).toBe('hidden')
  })

  it('stays hidden when a moderator changes its tags', async () => {
    const { post } = await hidden()
    await decide(moderator, await open(moderator, 'post', post.id), 'recategorize', { tags: ['better'] })
    expect(await restrictionOf(post.id)).toBe('hidden')
  })
})

describe('a private post', () => {
  it('is in no topic after a decision about its topic, with every count', async () => {
    const grantee = await aMember()
    const post = await seedPost(database, { isPrivate: true })
    await recomputeCounts(sql)
    await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${grantee.id})`
    await report(grantee, 'post', post.id)
    const [row] = await sql<
      { id: number }[]
    >`select id from moderation_cases where subject_id = ${post.id} and subject_kind = 'post'`
    await decide(moderator, row?.id ?? 0, 'recategorize', { topicId: topic.id })
    expect(await sql`select topic_id from posts where id = ${post.id}`).toEqual([{ topicId: null }])
    expect(await verifyCounts(sql)).toEqual([])
  })
})

describe('what trusted members have hidden', () => {
  const hideByReports = async (kind: string, id: number) => {
    for (let index = 0; index < 3; index += 1)
      await report(await aMember({ trustLevel: 'regular' }), kind, id)
    const [row] = await sql<
      { id: number }[]
    >`select id from moderation_cases where subject_id = ${id} and subject_kind = ${kind}`
    return row?.id ?? 0
  }

  it('can be removed, and is hidden and in the queue again when that is undone', async () => {
    const comment = await seedComment(database, { on: await seedPost(database) })
    await recomputeCounts(sql)
    const caseId = await hideByReports('comment', comment.id)
    const { status, body } = await decide(moderator, caseId, 'remove')
    expect(status).toBe(200)
    expect((await reverse(moderator, body.id)).status).toBe(200)
    expect(await detailsOf(moderator, caseId)).toMatchObject({ isOpen: true, subject: { isVisible: false } })
    expect((await decide(moderator, caseId, 'dismiss')).status).toBe(200)
    expect((await detailsOf(moderator, caseId)).subject).toMatchObject({ isVisible: true })
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('stays in the queue until it is decided whether readers see it', async () => {
    const post = await seedPost(database)
    await recomputeCounts(sql)
    const caseId = await hideByReports('post', post.id)
    await decide(moderator, caseId, 'label', { labels: ['sensitive'] })
    expect(await detailsOf(moderator, caseId)).toMatchObject({ isOpen: true })
    await decide(moderator, caseId, 'dismiss')
    expect(await restrictionOf(post.id)).toBe(null)
  })
})

describe('a case about a moderator', () => {
  it('does not tell them who reported them, nor what other moderators noted', async () => {
    const reporter = await aMember()
    const post = await seedPost(database, { by: moderator })
    await report(reporter, 'post', post.id)
    await report(reporter, 'member', moderator.username)
    const caseId = await open(admin, 'post', post.id)
    await send(admin, 'POST', `/api/moderation/cases/${caseId}/notes`, { words: 'Watch them' })
    await send(admin, 'POST', `/api/moderation/members/${moderator.id}/notes`, { words: 'Third time' })
    const text = JSON.stringify(await detailsOf(moderator, caseId))
    expect(text).not.toContain(reporter.username)
    expect(text).not.toContain('Watch them')
    expect(text).not.toContain('Third time')
  })
})

describe('a moderator of a topic', () => {
  it('does not decide about a comment whose post has been moved to another topic', async () => {
    const other = await seedTopic(database)
    const ofOther = await aMember({ moderatedTopics: [other.id] })
    const post = await seedPost(database, { topic })
    const comment = await seedComment(database, { on: post })
    await recomputeCounts(sql)
    await report(await aMember(), 'comment', comment.id)
    const caseId = await open(ofTopic, 'comment', comment.id)
    await decide(moderator, await open(moderator, 'post', post.id), 'recategorize', { topicId: other.id })
    expect((await decide(ofTopic, caseId, 'remove')).status).toBe(404)
    expect(await open(ofOther, 'comment', comment.id)).toBe(caseId)
    expect((await decide(ofOther, caseId, 'remove')).status).toBe(200)
  })
})

describe('a report', () => {
  it('of what somebody blocked has written says that it does not exist', async () => {
    const [author, blocker] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post, by: author, content: 'A hidden comment' })
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, user_id, prompt_version, model, worked, note)
      select id, ${author.id}, prompt_version, 'gpt-5', true, 'A hidden note' from posts where id = ${post.id} returning id`
    await send(author, 'POST', `/api/users/${blocker.id}/block`)
    expect([
      (await report(blocker, 'comment', comment.id)).status,
      (await report(blocker, 'result', result?.id ?? 0)).status,
    ]).toEqual([404, 404])
  })

  it('of a result for an old prompt from a private time says that it does not exist', async () => {
    const post = await seedPost(database)
    await seedVersion(database, post, 1)
    await seedVersion(database, post, 2)
    await sql`update posts set version = 3, public_version = 3, public_since = now(), prompt_version = 3 where id = ${post.id}`
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, user_id, prompt_version, model, worked, note)
      values (${post.id}, ${(await aMember()).id}, 1, 'gpt-5', true, 'A hidden note') returning id`
    expect((await report(await aMember(), 'result', result?.id ?? 0)).status).toBe(404)
  })

  it('hides a post once, with one decision, also if many report it at once', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    await recomputeCounts(sql)
    const regulars = await Promise.all(Array.from({ length: 8 }, () => aMember({ trustLevel: 'regular' })))
    await Promise.all(regulars.map((by) => report(by, 'post', post.id)))
    expect(await restrictionOf(post.id)).toBe('reported')
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::integer as count from moderation_decisions d join moderation_cases c on c.id = d.case_id where c.subject_id = ${post.id} and c.subject_kind = 'post'`
    expect(row?.count).toBe(1)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('does not bring a removed post back to being only hidden', async () => {
    const post = await seedPost(database)
    await recomputeCounts(sql)
    const regulars = await Promise.all(Array.from({ length: 4 }, () => aMember({ trustLevel: 'regular' })))
    await report(regulars[0] as SignedInMember, 'post', post.id)
    await report(regulars[1] as SignedInMember, 'post', post.id)
    const caseId = await open(moderator, 'post', post.id)
    const [decided] = await Promise.all([
      decide(moderator, caseId, 'remove'),
      ...regulars.slice(2).map((by) => report(by, 'post', post.id)),
    ])
    if (decided?.status === 200) expect(await restrictionOf(post.id)).toBe('removed')
  })
})

describe('moderators', () => {
  it('who are muted or suspended look after nothing meanwhile', async () => {
    const post = await seedPost(database, { topic })
    await recomputeCounts(sql)
    const caseId = await open(moderator, 'post', post.id)
    await decide(moderator, caseId, 'remove')
    const standings = [{ isMuted: true }, { isSuspended: true }]
    for (const standing of standings)
      for (const role of [{ isModerator: true }, { moderatedTopics: [topic.id] }]) {
        const fallen = await aMember({ ...role, ...standing })
        expect((await send(fallen, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
        expect((await send(fallen, 'GET', `/api/moderation/cases/${caseId}`)).status).toBe(403)
        expect((await send(fallen, 'GET', '/api/auth/me')).body).toMatchObject({
          isModerator: false,
          moderatedTopics: [],
        })
      }
  })

  it('keep what reports would hide of others, because nobody might be there to show it again', async () => {
    for (const by of [admin, moderator, ofTopic]) {
      const post = await seedPost(database, { by })
      await recomputeCounts(sql)
      for (let index = 0; index < 4; index += 1)
        await report(await aMember({ trustLevel: 'regular' }), 'post', post.id)
      expect(await restrictionOf(post.id)).toBe(null)
    }
  })
})

describe('a claim', () => {
  it('does not keep a case from a higher role', async () => {
    const [first, second, third] = await Promise.all([
      seedPost(database, { topic }),
      seedPost(database, { topic }),
      seedPost(database, { topic }),
    ])
    await recomputeCounts(sql)
    const claim = async (by: SignedInMember, id: number) =>
      (await send(by, 'PUT', `/api/moderation/cases/${id}/claim`, { isClaimed: true })).status
    const ofFirst = await open(ofTopic, 'post', first.id)
    expect(await claim(ofTopic, ofFirst)).toBe(200)
    expect(await claim(moderator, ofFirst)).toBe(200)
    expect(await claim(ofTopic, ofFirst)).toBe(409)
    expect((await decide(ofTopic, ofFirst, 'dismiss')).status).toBe(409)
    expect((await decide(admin, ofFirst, 'remove')).status).toBe(200)
    expect(await claim(moderator, await open(moderator, 'post', second.id))).toBe(200)
    const removal = await send(admin, 'DELETE', `/api/admin/posts/${second.id}`, { reason: 'Harmful' })
    expect(removal.status).toBe(200)
    const other = await aMember({ isModerator: true })
    expect(await claim(moderator, await open(moderator, 'post', third.id))).toBe(200)
    expect((await decide(other, await open(other, 'post', third.id), 'remove')).status).toBe(409)
  })
})

describe('the record of a reporter', () => {
  it('counts each report once, by what a person has decided', async () => {
    const regulars = await Promise.all(Array.from({ length: 3 }, () => aMember({ trustLevel: 'regular' })))
    const recordOf = async () => {
      const post = await seedPost(database)
      await recomputeCounts(sql)
      for (const by of regulars) await report(by, 'post', post.id)
      const [row] = await sql<{ id: number }[]>`
        select id from moderation_cases where subject_kind = 'post' and subject_id = ${post.id}`
      const caseId = row?.id ?? 0
      const [first] = (await detailsOf(moderator, caseId)).reports
      return { caseId, postId: post.id, decided: first?.decided, upheld: first?.upheld }
    }
    const first = await recordOf()
    expect(await restrictionOf(first.postId)).toBe('reported')
    expect(await recordOf()).toMatchObject({ decided: 0, upheld: 0 })
    await decide(moderator, first.caseId, 'warn')
    await decide(moderator, first.caseId, 'remove')
    expect(await recordOf()).toMatchObject({ decided: 1, upheld: 1 })
    const weights = await sql<{ weight: number }[]>`
      select distinct weight from reports where reporter_id = ${regulars[0]?.id ?? 0}`
    expect(weights).toEqual([{ weight: 2 }])
  })
})

describe('two decisions at once', () => {
  it('about a member do not undo each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const author = await aMember()
      const open1 = await open(moderator, 'member', author.username)
      const { body: first } = await decide(moderator, open1, 'mute', { days: 1 })
      const open2 = await open(moderator, 'member', author.username)
      const [undone, second] = await Promise.all([
        reverse(admin, first.id),
        decide(moderator, open2, 'mute', { days: 30 }),
      ])
      expect([undone?.status, second?.status].includes(200)).toBe(true)
      if (second?.status === 200) {
        const [row] = await sql`select is_muted from users where id = ${author.id}`
        expect(row).toEqual({ isMuted: true })
      }
    }
  })
})

describe('the deletion of an account', () => {
  it.each(['author', 'reporter', 'moderator'] as const)(
    'of the %s in the middle of a case leaves what is left to decide, with every count',
    async (leaving) => {
      const people = {
        author: await aMember(),
        reporter: await aMember({ trustLevel: 'regular' }),
        moderator: await aMember({ isModerator: true }),
      }
      const openPost = await seedPost(database, { topic })
      const post = await seedPost(database, { by: people.author, topic, title: 'Title of the author' })
      const comment = await seedComment(database, {
        on: openPost,
        by: people.author,
        content: 'Words of the author',
      })
      await seedComment(database, { on: openPost, parent: comment })
      await recomputeCounts(sql)
      const cases: number[] = []
      for (const [kind, id] of [
        ['post', post.id],
        ['comment', comment.id],
        ['member', people.author.username],
      ] as const) {
        await report(people.reporter, kind, id)
        cases.push(await open(people.moderator, kind, id))
      }
      const [ofPost = 0, ofComment = 0, ofMember = 0] = cases
      const removedPost = (await decide(people.moderator, ofPost, 'remove')).body
      const [result] = await sql<{ id: number }[]>`
        insert into post_results (post_id, user_id, prompt_version, model, worked, note)
        select id, ${people.author.id}, prompt_version, 'gpt-5', true, 'Words of the author' from posts
        where id = ${openPost.id} returning id`
      await recomputeCounts(sql)
      const ofResult = await open(people.moderator, 'result', result?.id ?? 0)
      const removedResult = (await decide(people.moderator, ofResult, 'remove')).body
      cases.push(ofResult)
      const removedComment = (await decide(people.moderator, ofComment, 'remove')).body
      await send(people.author, 'POST', `/api/user/decisions/${removedPost.id}/appeal`, { words: 'Please' })
      const claimed = await send(people.moderator, 'PUT', `/api/moderation/cases/${ofMember}/claim`, {
        isClaimed: true,
      })
      expect(claimed.status).toBe(200)
      await deleteUser({ sql, config, log: app.log }, people[leaving].id)
      expect(await verifyCounts(sql)).toEqual([])
      for (const id of cases) expect((await detailsOf(admin, id)).id).toBe(id)
      expect((await send(admin, 'GET', '/api/moderation/appeals')).status).toBe(200)
      expect((await reverse(admin, removedComment.id)).status).toBe(200)
      expect((await reverse(admin, removedResult.id)).status).toBe(200)
      expect((await reverse(admin, removedPost.id)).status).toBe(200)
      expect((await decide(admin, ofMember, 'dismiss')).status).toBe(200)
      expect(await verifyCounts(sql)).toEqual([])
      const [stored] = await sql<{ texts: string }[]>`
        select concat(
          (select string_agg(to_jsonb(c)::text, '') from moderation_cases c where c.id = any(${cases}::integer[])),
          (select string_agg(to_jsonb(d)::text, '') from moderation_decisions d where d.case_id = any(${cases}::integer[])),
          (select string_agg(to_jsonb(n)::text, '') from notifications n where n.decision_id in (
            select id from moderation_decisions where case_id = any(${cases}::integer[])))) as texts`
      const personal = {
        author: [people.author.username, 'Words of the author', 'Title of the author'],
        reporter: [people.reporter.username],
        moderator: [people.moderator.username],
      }
      for (const text of personal[leaving]) expect(stored?.texts).not.toContain(text)
    },
  )
})

describe('the purge of removed posts', () => {
  const purge = () =>
    removedPostPurgeJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})

  it('reaches newer posts behind a hundred whose appeals wait', async () => {
    const author = await aMember()
    const remove = async () => {
      const post = await seedPost(database, { by: author })
      return {
        post,
        decision: (await decide(moderator, await open(moderator, 'post', post.id), 'remove')).body,
      }
    }
    const removed = []
    for (let index = 0; index < 101; index += 1) removed.push(await remove())
    for (const { decision } of removed.slice(0, 100))
      await sql`insert into appeals (decision_id, member_id, words) values (${decision.id}, ${author.id}, 'Please')`
    await sql`update posts set restricted_since = now() - interval '200 days' + id * interval '1 second' where user_id = ${author.id}`
    await purge()
    const rows = await sql`select from posts where user_id = ${author.id}`
    expect(rows.length).toBe(100)
  })

  it('keeps the posts of an account from which everything was removed while its appeal waits', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    await recomputeCounts(sql)
    const decision = await removeEverything(author)
    expect(await restrictionOf(post.id)).toBe('removed')
    await sql`insert into appeals (decision_id, member_id, words) values (${decision.id}, ${author.id}, 'Please')`
    await sql`update posts set restricted_since = now() - interval '200 days' where user_id = ${author.id}`
    await purge()
    expect((await sql`select from posts where user_id = ${author.id}`).length).toBe(1)
  })
})

describe('a removed or withdrawn text', () => {
  it('cannot be that of the current version, which readers would read on', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author })
    await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Another title' })
    const current = await open(moderator, 'version', post.id, { version: 2 })
    expect(await decide(moderator, current, 'withdraw-version')).toMatchObject({
      status: 409,
      body: { code: 'action-not-possible' },
    })
    const old = await open(moderator, 'version', post.id, { version: 1 })
    expect((await decide(moderator, old, 'withdraw-version')).status).toBe(200)
  })

  it('of an earlier version does not come back as the current one', async () => {
    const author = await aMember()
    const post = await seedPost(database, { by: author, title: 'Rude' })
    await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'Polite' })
    const caseId = await open(moderator, 'version', post.id, { version: 1 })
    const { body: decision } = await decide(moderator, caseId, 'withdraw-version')
    const restore = () => send(author, 'POST', `/api/posts/${post.id}/versions/1/restore`)
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'version-withdrawn' } })
    await reverse(moderator, decision.id)
    expect(await restore()).toMatchObject({ status: 200, body: { title: 'Rude' } })
  })

  it('of a skill can no longer be installed, until the decision is undone', async () => {
    const author = await aMember()
    const skill = (prompt: string) => ({
      form: 'skill',
      title: 'A skill',
      description: 'Reads files. Use for files.',
      prompt,
      type: 'Text',
      skill: writeSkill({
        name: 'withdrawing',
        compatibility: '',
        allowedTools: '',
        metadata: {},
        files: [],
      }),
    })
    const { body: post } = await send(author, 'POST', '/api/posts', skill('Harmful instructions'))
    await send(author, 'PATCH', `/api/posts/${post.id}`, { prompt: 'Harmless instructions' })
    // Each request is for another address, because answers are cached for a moment.
    const install = async (directory: string, end: string) =>
      (await app.inject(`/.well-known/${directory}/withdrawing${end}`)).statusCode
    expect(await install('agent-skills', '@1/SKILL.md')).toBe(200)
    const caseId = await open(moderator, 'version', post.id, { version: 1 })
    const { body: decision } = await decide(moderator, caseId, 'withdraw-version')
    expect(await install('skills', '@1/SKILL.md')).toBe(410)
    await reverse(moderator, decision.id)
    expect(await install('agent-skills', '@1.zip')).toBe(200)
  })

  it('a private link of a restricted post is not told to others', async () => {
    const author = await aMember()
    const post = await seedPost(database, { isPrivate: true })
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, user_id, prompt_version, model, worked, note)
      select id, ${author.id}, prompt_version, 'gpt-5', true, 'A rude note' from posts where id = ${post.id} returning id`
    await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${author.id})`
    const grantee = await aMember()
    await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${grantee.id})`
    await report(grantee, 'result', result?.id ?? 0)
    await report(grantee, 'post', post.id)
    const cases = (await send(admin, 'GET', '/api/moderation/cases?limit=50')).body as {
      id: number
      subjectKind: string
      subjectId: number
    }[]
    const of = (kind: string, id: number) =>
      cases.find((each) => each.subjectKind === kind && each.subjectId === id)?.id ?? 0
    const { body: decision } = await decide(moderator, of('result', result?.id ?? 0), 'remove')
    await decide(moderator, of('post', post.id), 'remove')
    const [row] = await sql<{ privateId: string }[]>`select private_id from posts where id = ${post.id}`
    const { body } = await send(author, 'GET', `/api/statements/${decision.id}`)
    expect(JSON.stringify(body)).not.toContain(row?.privateId)
    expect(JSON.stringify(await detailsOf(moderator, of('post', post.id)))).not.toContain(row?.privateId)
  })
})

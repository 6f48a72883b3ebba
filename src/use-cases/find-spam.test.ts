import { describe, expect, it, vi } from 'vitest'
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

const isFull = process.env.FULL_TESTS === 'true'
// A full wave is 25,000 requests.
if (isFull) vi.setConfig({ testTimeout: 900_000 })

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const { aMember, send } = withMembers(app, database)
const newcomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => aMember({ trustLevel: 'newcomer' })))
const moderator = await aMember({ isModerator: true })
const context = { sql, log: errorLogger, signal: new AbortController().signal } as unknown as JobContext

const caseOf = async (member: { id: number }) => {
  const [row] = await sql<{ id: number; findings: string[] }[]>`
    select c.id, c.findings from moderation_cases c join moderation_case_items i on i.case_id = c.id
    where i.kind = 'member' and i.item_id = ${member.id} and c.is_open`
  return row
}
const decide = async (caseId: number, action: string) => {
  const url = `/api/moderation/cases/${caseId}/decisions`
  return (
    await send(moderator, 'POST', url, {
      action,
      reason: action === 'dismiss' ? '' : 'Something else',
      words: '',
    })
  ).body
}
const visiblePosts = async (members: readonly SignedInMember[]) => {
  const ids = members.map(({ id }) => id)
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from posts where user_id = any(${ids}::integer[]) and not is_private`
  return row?.count ?? 0
}
const publish = (by: SignedInMember, prompt: string, description = 'Words') =>
  send(by, 'POST', '/api/posts', { title: 'A title', description, prompt, type: 'Text' })

describe('the search for spam', () => {
  it('hides the same prompt of three newcomers with one case, and gives it back if there was nothing wrong', async () => {
    const members = await newcomers(3)
    for (const [index, by] of members.entries())
      await publish(by, `Earn money fast with this one trick!!! ${index} times a day`)
    await findSpam(sql, errorLogger)
    expect(await visiblePosts(members)).toBe(0)
    const found = await caseOf(members[2] as SignedInMember)
    expect(found?.findings).toEqual(['3 newcomers published nearly the same prompt 3 times within a day'])
    expect(await verifyCounts(sql)).toEqual([])
    await decide(found?.id ?? 0, 'dismiss')
    await caseItemsReturnJob.run(context, { caseId: found?.id ?? 0 })
    expect(await visiblePosts(members)).toBe(3)
    await findSpam(sql, errorLogger)
    expect(await visiblePosts(members)).toBe(3)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('leaves the same prompt of two newcomers and of members alone', async () => {
    const members = [...(await newcomers(2)), await aMember(), await aMember()]
    for (const by of members) await publish(by, 'A prompt that several people like')
    await findSpam(sql, errorLogger)
    expect(await visiblePosts(members)).toBe(4)
  })

  it('hides comments with the same text or the same host', async () => {
    const [post, texts, links] = [await seedPost(database), await newcomers(3), await newcomers(3)]
    await recomputeCounts(sql)
    const comment = (by: SignedInMember, content: string) =>
      send(by, 'POST', '/api/comments', { postId: post.id, content })
    for (const [index, by] of texts.entries())
      await comment(by, `Great prompt, visit my profile please ${index}`)
    for (const [index, by] of links.entries())
      await comment(by, `Words ${'abc'[index]} https://spam.test/${index}`)
    await seedComment(database, { on: post, content: 'An honest comment with enough words' })
    await recomputeCounts(sql)
    await findSpam(sql, errorLogger)
    const rows = await sql`select from comments where post_id = ${post.id} and not is_deleted`
    expect(rows).toHaveLength(1)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('sets the votes aside that accounts of one hour give mostly to the same posts, and gives them back', async () => {
    const [ring, leader, reader] = [await newcomers(6), await aMember(), await aMember()]
    const targets = await Promise.all([1, 2, 3].map(() => seedPost(database, { by: leader })))
    const popular = await seedPost(database)
    await recomputeCounts(sql)
    const vote = (by: SignedInMember, { id }: { id: number }) =>
      send(by, 'POST', '/api/votes', { postId: id, value: 1 })
    for (const by of ring) for (const post of [...targets, popular]) await vote(by, post)
    await vote(reader, targets[0] as { id: number })
    for (let index = 0; index < 4; index += 1) await vote(await aMember(), popular)
    await findSpam(sql, errorLogger)
    const scores = () =>
      Promise.all(
        [...targets, popular].map(
          async ({ id }) => (await send(reader, 'GET', `/api/posts/${id}`)).body.score,
        ),
      )
    expect(await scores()).toEqual([1, 0, 0, 10])
    expect(await verifyCounts(sql)).toEqual([])
    const found = await caseOf(ring[0] as SignedInMember)
    expect(found?.findings).toEqual([
      '6 accounts made within an hour gave most of the votes on the same 3 posts',
    ])
    await decide(found?.id ?? 0, 'dismiss')
    await caseItemsReturnJob.run(context, { caseId: found?.id ?? 0 })
    expect(await scores()).toEqual([7, 6, 6, 10])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('sets the votes of two members aside who vote for hardly anybody but each other', async () => {
    const [one, two, fan] = [await aMember(), await aMember(), await aMember()]
    for (const [voter, author] of [
      [one, two],
      [two, one],
      [fan, one],
    ] as const) {
      const posts = await Promise.all(Array.from({ length: 10 }, () => seedPost(database, { by: author })))
      for (const { id } of posts) await send(voter, 'POST', '/api/votes', { postId: id, value: 1 })
    }
    await recomputeCounts(sql)
    await findSpam(sql, errorLogger)
    const [left] = await sql`select count(*) filter (where user_id = ${fan.id})::integer as fan,
      count(*) filter (where user_id in (${one.id}, ${two.id}))::integer as pair from votes`
    expect(left).toEqual({ fan: 10, pair: 0 })
    expect(await verifyCounts(sql)).toEqual([])
  })
})

describe('removing everything of an account', () => {
  it('suspends it and takes its posts, comments and votes away, and undoing it brings all back', async () => {
    const [spammer, reader] = [await aMember(), await aMember()]
    const posts = await Promise.all(Array.from({ length: 25 }, () => seedPost(database, { by: spammer })))
    const others = await seedPost(database)
    await Promise.all(Array.from({ length: 25 }, () => seedComment(database, { on: others, by: spammer })))
    await recomputeCounts(sql)
    await send(spammer, 'POST', '/api/votes', { postId: others.id, value: 1 })
    await send(reader, 'POST', '/api/votes', { postId: posts[0]?.id, value: 1 })
    const opened = await send(moderator, 'POST', '/api/moderation/cases', {
      subject: { kind: 'member', id: spammer.username },
    })
    const decision = await decide(opened.body.id, 'remove-all')
    await everythingRemovalJob.run(context, { caseId: opened.body.id, decisionId: decision.id })
    const left = async () => {
      const [row] = await sql`
        select (select count(*)::integer from posts where user_id = ${spammer.id} and not is_private) as posts,
          (select count(*)::integer from comments where user_id = ${spammer.id}) as comments,
          (select count(*)::integer from votes where user_id = ${spammer.id}) as votes,
          (select is_suspended from users where id = ${spammer.id}) as is_suspended`
      return row
    }
    expect(await left()).toEqual({ posts: 0, comments: 0, votes: 0, isSuspended: true })
    expect(await verifyCounts(sql)).toEqual([])
    await send(moderator, 'POST', `/api/moderation/decisions/${decision.id}/reversal`, { reversalWords: '' })
    await caseItemsReturnJob.run(context, { caseId: opened.body.id })
    expect(await left()).toEqual({ posts: 25, comments: 25, votes: 1, isSuspended: false })
    expect(await verifyCounts(sql)).toEqual([])
  })
})

describe('the accounts of a wave', () => {
  /** Publishes a wave of three newcomers and lets the job find it. */
  const aWave = async (text: string) => {
    // The case is about the oldest account, the first one.
    const members = (await newcomers(3)).sort((a, b) => a.id - b.id)
    const other = await seedPost(database)
    await recomputeCounts(sql)
    for (const by of members) {
      await publish(by, text)
      await send(by, 'POST', '/api/comments', { postId: other.id, content: `${text} I wrote a comment` })
    }
    await findSpam(sql, errorLogger)
    const found = await caseOf(members[0] as SignedInMember)
    return { members: members as [SignedInMember, SignedInMember, SignedInMember], caseId: found?.id ?? 0 }
  }
  const statements = async (by: SignedInMember) =>
    (await send(by, 'GET', '/api/user/decisions')).body as { id: number; action: string; excerpt: string }[]
  const appeal = (by: SignedInMember, id: number) =>
    send(by, 'POST', `/api/user/decisions/${id}/appeal`, { words: 'I wrote it myself' })
  const answer = async (by: SignedInMember, isGranted: boolean) => {
    const [row] = await sql<{ id: number }[]>`select max(id) as id from appeals where member_id = ${by.id}`
    const body = { isGranted, answer: 'We read it again' }
    return send(
      await aMember({ isModerator: true }),
      'POST',
      `/api/moderation/appeals/${row?.id}/answer`,
      body,
    )
  }
  const isSuspended = async (by: SignedInMember) =>
    (await sql`select from users where id = ${by.id} and is_suspended`).length > 0
  const returnItems = async () => {
    const jobs = await sql<{ data: { caseId: number; memberId?: number } }[]>`
      delete from jobs.job where name = ${caseItemsReturnJob.name} returning data`
    for (const { data } of jobs) await caseItemsReturnJob.run(context, data)
  }

  it('each get a statement once, which names none of the others', async () => {
    const { members } = await aWave('Buy my course about buying courses')
    await findSpam(sql, errorLogger)
    for (const by of members) {
      const own = await statements(by)
      expect(own).toMatchObject([{ action: 'hide', excerpt: by.username }])
      const { body } = await send(by, 'GET', `/api/user/decisions/${own[0]?.id}`)
      expect(body).toMatchObject({ isOwn: true, canAppeal: true, moderatorRole: 'automatic' })
      for (const other of members)
        if (other !== by) expect(JSON.stringify([own, body])).not.toContain(other.username)
      const notices =
        await sql`select decision_title as title from notifications where user_id = ${by.id} and type = 'decision'`
      expect(notices).toEqual([{ title: by.username }])
    }
    const stranger = await aMember()
    const [decision] = await statements(members[0])
    expect((await send(stranger, 'GET', `/api/user/decisions/${decision?.id}`)).status).toBe(404)
    expect((await appeal(stranger, decision?.id ?? 0)).status).toBe(404)
  })

  it('appeal apart: granting one gives that account everything back and leaves the others as they are', async () => {
    const { members, caseId } = await aWave('My miracle cure for every illness')
    const [first, second, third] = members
    const decision = await decide(caseId, 'remove-all')
    await everythingRemovalJob.run(context, { caseId, decisionId: decision.id })
    for (const by of members) expect(await isSuspended(by)).toBe(true)
    expect(await visiblePosts(members)).toBe(0)
    expect((await appeal(second, decision.id)).status).toBe(200)
    expect((await appeal(second, decision.id)).body.type).toContain('already-appealed')
    expect((await appeal(third, decision.id)).status).toBe(200)
    expect((await answer(second, true)).status).toBe(200)
    expect((await answer(third, false)).status).toBe(200)
    await returnItems()
    // The job that takes everything away may run again after a crash.
    await everythingRemovalJob.run(context, { caseId, decisionId: decision.id })
    await findSpam(sql, errorLogger)
    for (const by of members) expect(await isSuspended(by)).toBe(by !== second)
    expect([await visiblePosts([second]), await visiblePosts([first, third])]).toEqual([1, 0])
    const comments = await sql`
      select user_id from comments where user_id = any(${members.map(({ id }) => id)}::integer[]) and not is_deleted`
    expect(comments).toEqual([{ userId: second.id }])
    expect((await statements(second))[0]).toMatchObject({ id: decision.id, appeal: 'granted' })
    expect((await statements(first))[0]).toMatchObject({ id: decision.id, appeal: null })
    expect(await verifyCounts(sql)).toEqual([])

    await send(moderator, 'POST', `/api/moderation/decisions/${decision.id}/reversal`, { reversalWords: '' })
    await returnItems()
    expect(await visiblePosts(members)).toBe(3)
    for (const by of members) expect(await isSuspended(by)).toBe(false)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('lose nothing more once an appeal is granted while the job takes everything away', async () => {
    const { members, caseId } = await aWave('Send me your seed phrase and double your coins')
    const decision = await decide(caseId, 'remove-all')
    await appeal(members[2], decision.id)
    let isAnswered = false
    const begin = async (work: Parameters<typeof sql.begin>[1]) => {
      if (!isAnswered) {
        isAnswered = true
        await answer(members[2], true)
        await returnItems()
      }
      return sql.begin(work)
    }
    const racing = new Proxy(sql, {
      get: (target, key) => (key === 'begin' ? begin : Reflect.get(target, key)),
    })
    await everythingRemovalJob.run({ ...context, sql: racing }, { caseId, decisionId: decision.id })
    expect([await visiblePosts([members[2]]), await visiblePosts(members)]).toEqual([1, 1])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('stay suspended by a later decision when the wave is undone', async () => {
    const { members, caseId } = await aWave('Follow me and I follow you back at once')
    const decision = await decide(caseId, 'remove-all')
    const opened = await send(moderator, 'POST', '/api/moderation/cases', {
      subject: { kind: 'member', id: members[1].username },
    })
    const later = await decide(opened.body.id, 'suspend')
    await send(moderator, 'POST', `/api/moderation/decisions/${decision.id}/reversal`, { reversalWords: '' })
    expect(await Promise.all(members.map(isSuspended))).toEqual([false, true, false])
    await send(moderator, 'POST', `/api/moderation/decisions/${later.id}/reversal`, { reversalWords: '' })
    expect(await isSuspended(members[1])).toBe(false)
  })
})

/** Different words for each number, as different people write. */
const honestPrompt = (number: number): string => {
  const word = (seed: number) => {
    let rest = seed * 7_919 + 104_729
    let text = ''
    while (text.length < 7) {
      text += 'etaoinshrdlcumwfgypbvk'.charAt(rest % 22)
      rest = Math.floor(rest / 3) + seed + text.length * 31
    }
    return text
  }
  return Array.from({ length: 12 }, (_, index) => word(number * 13 + index * 101)).join(' ')
}

it('holds a wave of posts and votes back, and touches no honest newcomers', async () => {
  const size = isFull ? { accounts: 200, honest: 1_000 } : { accounts: 20, honest: 60 }
  const leader = await aMember()
  const targets = await Promise.all(Array.from({ length: 30 }, () => seedPost(database, { by: leader })))
  await recomputeCounts(sql)
  const wave = await newcomers(size.accounts)
  const honest = await newcomers(size.honest)
  const attempts = { posts: 0, votes: 0 }
  for (const [index, by] of wave.entries()) {
    for (let number = 0; number < 25; number += 1) {
      attempts.posts += 1
      const advert = `Buy cheap followers now, number ${index * 25 + number}`
      await (number % 2 ? publish(by, advert) : publish(by, advert, `See https://cheap-${number}.test`))
    }
    for (let number = 0; number < 100; number += 1) {
      attempts.votes += 1
      await send(by, 'POST', '/api/votes', { postId: targets[number % targets.length]?.id, value: 1, had: 0 })
    }
  }
  const own: number[] = []
  for (const [index, by] of honest.entries()) own.push((await publish(by, honestPrompt(index))).body.id)
  for (const [index, by] of honest.entries())
    for (const step of [1, 7, 19])
      await send(by, 'POST', '/api/votes', { postId: own[(index + step) % own.length], value: 1 })
  for (let run = 0; run < 30; run += 1) await findSpam(sql, errorLogger)

  expect((await visiblePosts(wave)) / attempts.posts).toBeLessThan(0.01)
  const [counted] = await sql<{ votes: number }[]>`
    select count(*)::integer as votes from votes where user_id = any(${wave.map(({ id }) => id)}::integer[])`
  expect((counted?.votes ?? 0) / attempts.votes).toBeLessThan(0.01)
  expect(await visiblePosts(honest)).toBeGreaterThan(size.honest * 0.99)
  expect(await verifyCounts(sql)).toEqual([])
})

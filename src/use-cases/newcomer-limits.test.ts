import { beforeEach, describe, expect, it } from 'vitest'
import { LINK_PATTERN } from '#core/trust.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const { aMember, send } = withMembers(app, database)
const aNewcomer = () => aMember({ trustLevel: 'newcomer' })
let number = 0
const publish = (by: SignedInMember, fields: object = {}) => {
  number += 1
  return send(by, 'POST', '/api/posts', {
    title: `Post ${number}`,
    description: `Words ${number}`,
    prompt: `Prompt ${number}`,
    type: 'Text',
    ...fields,
  })
}
const setPrivate = (by: SignedInMember, ids: number[], isPrivate: boolean) =>
  send(by, 'PATCH', '/api/user/posts', { ids, isPrivate })
const comment = (by: SignedInMember, content: string, postId: number) =>
  send(by, 'POST', '/api/comments', { postId, content })
const someNames = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => aMember()))).map(({ username }) => `@${username}`)
const countMentions = async ({ id }: SignedInMember) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from notifications where from_user_id = ${id} and type = 'mention'`
  return row?.count ?? 0
}
const approve = async (by: SignedInMember) => {
  // As if a moderator had approved an earlier post.
  const [row] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, source, is_open)
    values ('post', 1000000 + ${by.id}, ${by.id}, '', 'first-look', false) returning id`
  await sql`
    insert into moderation_decisions (case_id, action, reason, moderator_name, moderator_role)
    values (${row?.id ?? 0}, 'dismiss', '', 'ada', 'moderator')`
}

beforeEach(() => recomputeCounts(sql))

describe('the limits of newcomers', () => {
  it('hold for private posts that are published, together and one by one', async () => {
    const newcomer = await aNewcomer()
    const ids: number[] = []
    for (let index = 0; index < 8; index += 1)
      ids.push((await publish(newcomer, { isPrivate: true })).body.id)
    const { body } = await setPrivate(newcomer, ids.slice(0, 7), false)
    expect(body.done).toHaveLength(5)
    expect(body.failed).toMatchObject(Array(2).fill({ code: 'newcomer-limit' }))
    expect((await setPrivate(newcomer, ids.slice(7), false)).body.failed).toMatchObject([
      { code: 'newcomer-limit' },
    ])
    expect((await publish(newcomer)).status).toBe(429)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('hold for posts that were written days ago', async () => {
    const newcomer = await aNewcomer()
    const ids: number[] = []
    for (let index = 0; index < 6; index += 1)
      ids.push((await publish(newcomer, { isPrivate: true })).body.id)
    await sql`update posts set created_at = now() - interval '2 days' where user_id = ${newcomer.id}`
    expect((await setPrivate(newcomer, ids.slice(0, 5), false)).body.done).toHaveLength(5)
    expect((await setPrivate(newcomer, ids.slice(5), false)).body.done).toEqual([])
    expect((await publish(newcomer)).status).toBe(429)
  })

  it('hold for mentions that are added and replaced by edits', async () => {
    const newcomer = await aNewcomer()
    const names = await someNames(24)
    const { body: post } = await publish(newcomer)
    const edit = (from: number) =>
      send(newcomer, 'PATCH', `/api/posts/${post.id}`, { description: names.slice(from, from + 6).join(' ') })
    expect((await edit(0)).status).toBe(200)
    expect(await edit(6)).toMatchObject({ status: 429, body: { code: 'newcomer-limit' } })
    const elsewhere = await seedPost(database)
    const { body: written } = await comment(newcomer, 'Nobody is mentioned here.', elsewhere.id)
    const editComment = (from: number) =>
      send(newcomer, 'PATCH', `/api/comments/${written.id}`, {
        content: names.slice(from, from + 4).join(' '),
      })
    expect((await editComment(12)).status).toBe(200)
    expect((await editComment(16)).status).toBe(429)
    expect(await countMentions(newcomer)).toBe(10)
  })

  it('hold for links that are added by edits', async () => {
    const newcomer = await aNewcomer()
    await approve(newcomer)
    const elsewhere = await seedPost(database)
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const { body } = await comment(newcomer, `Words without a link ${index}`, elsewhere.id)
      const content = `Look at https://offers.test/${index}`
      statuses.push((await send(newcomer, 'PATCH', `/api/comments/${body.id}`, { content })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const { body: post } = await publish(newcomer)
    const link = { description: 'https://offers.test/' }
    expect((await send(newcomer, 'PATCH', `/api/posts/${post.id}`, link)).status).toBe(429)
  })

  it('hold for the first look when somebody else suggests the link', async () => {
    const [newcomer, friend] = [await aNewcomer(), await aNewcomer()]
    const { body: post } = await publish(newcomer)
    const { body: edit } = await send(friend, 'POST', `/api/posts/${post.id}/suggested-edits`, {
      description: 'Look at https://offers.test/now',
      reason: 'A link is missing',
    })
    const accepted = await send(newcomer, 'POST', `/api/posts/${post.id}/suggested-edits/${edit.id}/accept`)
    expect(accepted.status).toBe(200)
    const [row] = await sql`select restriction from posts where id = ${post.id}`
    expect(row).toEqual({ restriction: 'waiting' })
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('hold for many comments at once', async () => {
    const newcomer = await aNewcomer()
    const posts = await Promise.all(Array.from({ length: 30 }, () => seedPost(database)))
    await recomputeCounts(sql)
    const statuses = await Promise.all(
      posts.map(
        async ({ id }, index) => (await comment(newcomer, `Another comment, number ${index}`, id)).status,
      ),
    )
    expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('hold for many votes at once, and let a vote be taken back', async () => {
    const newcomer = await aNewcomer()
    const posts = await Promise.all(Array.from({ length: 45 }, () => seedPost(database)))
    await recomputeCounts(sql)
    const vote = (postId: number) => send(newcomer, 'POST', '/api/votes', { postId, value: 1 })
    const statuses = await Promise.all(posts.map(async ({ id }) => (await vote(id)).status))
    expect(statuses.toSorted()).toEqual([...Array(30).fill(200), ...Array(15).fill(429)])
    const [own] = await sql<
      { postId: number }[]
    >`select post_id from votes where user_id = ${newcomer.id} limit 1`
    expect(await vote(own?.postId ?? 0)).toMatchObject({ status: 200, body: { value: 0 } })
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('find the same links in PostgreSQL', async () => {
    const texts = [
      ['https://offers.test', true],
      ['https://github.com.offers.test/', true],
      ['https://github.com:word@offers.test/', true],
      [String.raw`[here](https:\/\/offers.test)`, true],
      ['https://github.com/owner/name.', false],
      ["fetch('https://api.github.com')", false],
      ['http://localhost:3000', false],
      ['https://example.com, https://example.org\nhttps://example.net', false],
    ] as const
    for (const [text, isFound] of texts) {
      const [row] = await sql<{ isFound: boolean }[]>`select ${text}::text ~* ${LINK_PATTERN} as is_found`
      expect(row?.isFound, text).toBe(isFound)
    }
  })
})

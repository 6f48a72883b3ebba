import { beforeEach, describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

beforeEach(() => deleteRows(sql, 'users', 'topics'))

type Headers = Record<string, string>

const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload: object) => {
  const answer = await app.inject({ method, url, headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}
const edit = (headers: Headers, id: unknown, payload: object) =>
  send('PATCH', `/api/comments/${id}`, headers, payload)
const say = (headers: Headers, postId: number, content: string) =>
  send('POST', '/api/comments', headers, { postId, content })
const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
const commentsOf = async (postId: number, headers: Headers) =>
  (await app.inject({ url: `/api/posts/${postId}`, headers })).json().comments
const contentOf = async (id: number) =>
  (await sql<{ content: string }[]>`select content from comments where id = ${id}`)[0]?.content
/** Backdates a comment by a number of seconds. */
const age = (id: number, seconds: number) =>
  sql`update comments set created_at = created_at - make_interval(secs => ${seconds}::integer) where id = ${id}`

const TOO_LATE = 'You can only edit a comment within 15 minutes of posting it.'

describe('Editing a comment', () => {
  it('changes its text for everyone and marks it as edited', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const { id, ...first } = await say(ann.headers, post.id, 'First words')
    expect(first).toMatchObject({ editedAt: null, updatedAt: first.createdAt })
    const edited = await edit(ann.headers, id, { content: '  Better **words**\u0007 ' })
    expect(edited).toMatchObject({ status: 200, id, content: 'Better **words**', createdAt: first.createdAt })
    expect(Date.parse(edited.editedAt)).toBeGreaterThan(Date.parse(first.createdAt))
    expect(edited.updatedAt).toBe(edited.editedAt)
    const [seen] = await commentsOf(post.id, ben.headers)
    expect(seen).toMatchObject({ content: 'Better **words**', editedAt: edited.editedAt })
  })

  it('is rejected with an explanation after 15 minutes', async () => {
    const ann = await aMember()
    const post = await seedPost(database)
    const { id } = await say(ann.headers, post.id, 'First words')
    await age(id, 14 * 60 + 50)
    expect((await edit(ann.headers, id, { content: 'Just in time' })).status).toBe(200)
    await age(id, 11)
    expect(await edit(ann.headers, id, { content: 'Too late' })).toMatchObject({
      status: 403,
      message: TOO_LATE,
    })
    expect(await contentOf(id)).toBe('Just in time')
  })

  it('does not mark the comment as edited if the text stays the same', async () => {
    const ann = await aMember()
    const { id } = await say(ann.headers, (await seedPost(database)).id, 'Same words')
    expect(await edit(ann.headers, id, { content: 'Same words ' })).toMatchObject({
      status: 200,
      editedAt: null,
    })
  })

  it('has the same limits as a new comment', async () => {
    const ann = await aMember()
    const { id } = await say(ann.headers, (await seedPost(database)).id, 'Words')
    for (const content of ['', '  \n', 'x'.repeat(10_001), 7, null, undefined])
      expect((await edit(ann.headers, id, { content })).status).toBe(400)
    expect((await edit(ann.headers, id, { content: '' })).message).toBe('Comment cannot be empty')
    expect((await edit(ann.headers, id, { content: '😀'.repeat(10_000) })).status).toBe(200)
    for (const wrong of ['0', 'x', '2147483648'])
      expect((await edit(ann.headers, wrong, { content: 'Words' })).status).toBe(404)
  })

  it('is possible only for the author, and not while muted', async () => {
    const [ann, ben, admin] = [await aMember(), await aMember(), await aMember({ isAdmin: true })]
    const { id } = await say(ann.headers, (await seedPost(database)).id, 'Mine')
    for (const { headers } of [ben, admin])
      expect((await edit(headers, id, { content: 'Not mine' })).status).toBe(403)
    expect((await edit({ origin: 'http://localhost:3000' }, id, { content: 'x' })).status).toBe(401)
    await sql`update users set is_muted = true where id = ${ann.id}`
    expect((await edit(ann.headers, id, { content: 'Muted' })).status).toBe(403)
    expect(await contentOf(id)).toBe('Mine')
  })

  it('responds with 404 if the comment is deleted or on a post the member cannot take part in', async () => {
    const [ann, owner] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const { id } = await say(ann.headers, post.id, 'Words')
    await seedComment(database, { on: post, parent: { id } })
    await send('DELETE', `/api/comments/${id}`, ann.headers, {})
    const missing = { status: 404, message: 'Comment not found' }
    expect(await edit(ann.headers, id, { content: 'Back again' })).toMatchObject(missing)
    expect(await edit(ann.headers, 2_000_000_000, { content: 'Nothing' })).toMatchObject(missing)
    const secret = await seedPost(database, { by: owner, isPrivate: true })
    const hidden = await seedComment(database, { on: secret, by: ann })
    expect(await edit(ann.headers, hidden.id, { content: 'Not invited' })).toMatchObject(missing)
    expect(await contentOf(hidden.id)).toBe('A comment')
    await app.inject({ url: `/api/private/${secret.privateId}`, headers: ann.headers })
    expect((await edit(ann.headers, hidden.id, { content: 'Invited' })).status).toBe(200)
  })

  it('rejects the text of another comment of the last day, like a new comment', async () => {
    const ann = await aMember()
    const [one, two] = [await seedPost(database), await seedPost(database)]
    const content = 'A text long enough to be compared with others.'
    await say(ann.headers, one.id, content)
    const { id } = await say(ann.headers, two.id, 'Something else')
    expect(await edit(ann.headers, id, { content })).toMatchObject({ status: 409 })
    expect(await contentOf(id)).toBe('Something else')
  })

  it('allows the original text to be posted again as another comment', async () => {
    const ann = await aMember()
    const post = await seedPost(database)
    const first = await say(ann.headers, post.id, 'Thanks')
    await edit(ann.headers, first.id, { content: 'Thanks a lot' })
    const second = await say(ann.headers, post.id, 'Thanks')
    expect(second).toMatchObject({ status: 200, content: 'Thanks' })
    expect(second.id).not.toBe(first.id)
  })

  it('does not change score, replies, notifications or counts', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: ben })
    await recomputeCounts(sql)
    const { id } = await say(ann.headers, post.id, 'Words')
    await send('POST', '/api/comments', ben.headers, { postId: post.id, parentId: id, content: 'A reply' })
    await send('POST', '/api/votes', ben.headers, { commentId: id, value: 1 })
    const before = await sql`select * from notifications order by id`
    expect(await edit(ann.headers, id, { content: 'Other words' })).toMatchObject({
      score: 1,
      moreReplies: 1,
    })
    expect(await sql`select * from notifications order by id`).toEqual(before)
    expect(await verifyCounts(sql)).toEqual([])
    const [comment] = await commentsOf(post.id, ann.headers)
    expect(comment).toMatchObject({ score: 1, replies: [{ content: 'A reply', editedAt: null }] })
  })

  it('is no longer shown once the comment is deleted', async () => {
    const ann = await aMember()
    const post = await seedPost(database)
    const { id } = await say(ann.headers, post.id, 'Words')
    await edit(ann.headers, id, { content: 'Other words' })
    await seedComment(database, { on: post, parent: { id } })
    await send('DELETE', `/api/comments/${id}`, ann.headers, {})
    const [comment] = await commentsOf(post.id, ann.headers)
    expect(comment).toMatchObject({ content: '[deleted]', isDeleted: true, editedAt: null })
  })

  it('is reflected in the moderation notice and the account export', async () => {
    const [ann, admin] = [await aMember(), await aMember({ isAdmin: true })]
    const post = await seedPost(database)
    await recomputeCounts(sql)
    const { id } = await say(ann.headers, post.id, 'First words')
    const { editedAt } = await edit(ann.headers, id, { content: 'Last words' })
    const exported = await app.inject({ url: '/api/user/export', headers: ann.headers })
    expect(exported.json().comments).toMatchObject([{ content: 'Last words', editedAt }])
    await send('DELETE', `/api/admin/comments/${id}`, admin.headers, { reason: 'Not here' })
    const removals = await app.inject({ url: '/api/user/removals', headers: ann.headers })
    expect(removals.body).toContain('Last words')
    expect(await verifyCounts(sql)).toEqual([])
  })
})

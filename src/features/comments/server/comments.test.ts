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

const say = async (headers: Headers, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: '/api/comments', headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}
const remove = async (headers: Headers, id: unknown) =>
  (await app.inject({ method: 'DELETE', url: `/api/comments/${id}`, headers })).statusCode
const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
const notifications = () =>
  sql`select user_id, from_user_id, type, post_id, comment_id from notifications order by id`
/** Reads the comments as a member, because responses to visitors are cached for a few seconds. */
const treeOf = async (id: number) => {
  const { headers } = await aMember()
  return (await app.inject({ url: `/api/posts/${id}`, headers })).json().comments
}

/** Recomputes the counts, because the test builders insert rows without updating the counts. */
const settle = () => recomputeCounts(sql)

describe('Commenting', () => {
  it('returns the comment, updates the counts and notifies the author it replies to', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    await settle()
    const first = await say(ann.headers, { content: '  **Good** one\u0007 ', postId: post.id })
    expect(first).toMatchObject({
      status: 200,
      content: '**Good** one',
      postId: post.id,
      parentId: null,
      userId: ann.id,
      score: 0,
      myVote: 0,
      isDeleted: false,
      replies: [],
      moreReplies: 0,
      user: { username: ann.username },
    })
    const reply = await say(ben.headers, { content: 'Indeed', postId: post.id, parentId: first.id })
    expect(reply).toMatchObject({ status: 200, parentId: first.id })
    // Replying to yourself or commenting on your own post notifies no one.
    await say(ben.headers, { content: 'As I said', postId: post.id, parentId: reply.id })
    await say(await seedSession(database, post.by), { content: 'Thanks', postId: post.id })
    expect(await notifications()).toEqual([
      { userId: post.by.id, fromUserId: ann.id, type: 'comment', postId: post.id, commentId: first.id },
      { userId: ann.id, fromUserId: ben.id, type: 'comment', postId: post.id, commentId: reply.id },
    ])
    expect(await verifyCounts(sql)).toEqual([])
    const [row] = await sql`select comment_count from posts where id = ${post.id}`
    expect(row).toEqual({ commentCount: 4 })
    const [author] = await sql`select total_engagement from users where id = ${post.by.id}`
    expect(author).toEqual({ totalEngagement: 3 })
    expect(await treeOf(post.id)).toMatchObject([
      { content: 'Thanks' },
      { content: '**Good** one', replies: [{ content: 'Indeed', replies: [{ content: 'As I said' }] }] },
    ])
  })

  it('accepts 1 to 10,000 characters, counted as code points', async () => {
    const { headers } = await aMember()
    const { id: postId } = await seedPost(database)
    for (const content of ['', ' \n\t ', '\u0000', 5, null, undefined, '😀'.repeat(10_001)])
      expect((await say(headers, { content, postId })).status).toBe(400)
    expect((await say(headers, { content: '😀'.repeat(10_000), postId })).status).toBe(200)
    expect((await say(headers, { content: 'x', postId })).status).toBe(200)
    expect(await say(headers, { content: ' ', postId })).toMatchObject({
      issues: [{ path: 'content', message: 'Comment cannot be empty' }],
    })
    for (const wrong of [
      { postId: '1' },
      { postId: 0 },
      {},
      { postId, parentId: 'x' },
      { postId, requestKey: 'k' },
    ])
      expect((await say(headers, { content: 'x', ...wrong })).status).toBe(400)
  })

  it('is possible for active members who can see the post', async () => {
    const hidden = await seedPost(database, { isPrivate: true })
    const { id: postId } = await seedPost(database)
    const { headers } = await aMember()
    expect((await say({}, { content: 'x', postId })).status).toBe(401)
    const muted = await aMember({ isMuted: true })
    expect(await say(muted.headers, { content: 'x', postId })).toMatchObject({
      status: 403,
      message: 'Your account is muted',
    })
    expect((await say((await aMember({ isAdmin: true })).headers, { content: 'x', postId })).status).toBe(200)
    const missing = { status: 404, message: 'Post not found' }
    expect(await say(headers, { content: 'x', postId: hidden.id })).toMatchObject(missing)
    expect(await say(headers, { content: 'x', postId: 2_000_000_000 })).toMatchObject(missing)
    await app.inject({ url: `/api/private/${hidden.privateId}`, headers })
    expect((await say(headers, { content: 'x', postId: hidden.id })).status).toBe(200)
    await sql`delete from posts where id = ${postId}`
    expect(await say(headers, { content: 'x', postId })).toMatchObject(missing)
  })

  it('requires the parent of a reply to be on the same post and not deleted', async () => {
    const { headers } = await aMember()
    const [one, other] = [await seedPost(database), await seedPost(database)]
    const parent = await say(headers, { content: 'A', postId: one.id })
    const missing = { status: 404, message: 'Comment not found' }
    expect(await say(headers, { content: 'x', postId: other.id, parentId: parent.id })).toMatchObject(missing)
    expect(await say(headers, { content: 'x', postId: one.id, parentId: 2_000_000_000 })).toMatchObject(
      missing,
    )
    await say(headers, { content: 'B', postId: one.id, parentId: parent.id })
    expect(await remove(headers, parent.id)).toBe(200)
    expect(await say(headers, { content: 'x', postId: one.id, parentId: parent.id })).toMatchObject(missing)
  })

  it('returns the existing comment for a repeated request key, or the same text within 30 seconds', async () => {
    const { headers, id } = await aMember()
    const { id: postId } = await seedPost(database)
    const requestKey = '3f0c8a52-5b9e-4c39-9a55-0f6f1f1f0b11'
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => say(headers, { content: `No ${n}`, postId, requestKey })),
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    const again = await Promise.all(
      Array.from({ length: 5 }, () => say(headers, { content: 'Same', postId })),
    )
    expect(new Set(again.map((answer) => answer.id)).size).toBe(1)
    await sql`update comment_idempotency_keys set created_at = created_at - interval '31 seconds' where user_id = ${id}`
    expect((await say(headers, { content: 'Same', postId })).id).not.toBe(again[0].id)
    expect((await say(headers, { content: 'Other', postId, requestKey })).id).toBe(answers[0].id)
    expect((await say((await aMember()).headers, { content: 'Same', postId })).id).not.toBe(again[0].id)
    await settle()
    expect(await sql`select 1 from comments`).toHaveLength(4)
    expect(await notifications()).toHaveLength(4)
    // Posting the same text on another post or as a reply is not a duplicate request.
    const elsewhere = await say(headers, { content: 'Same', postId: (await seedPost(database)).id })
    const reply = await say(headers, { content: 'Same', postId, parentId: again[0].id })
    expect([elsewhere.status, reply.status]).toEqual([200, 200])
    expect(await sql`select 1 from comments`).toHaveLength(6)
  })

  it('is rate limited per member', async () => {
    const strict = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.017' })
    const { headers } = await aMember()
    const { id: postId } = await seedPost(database)
    const statuses = []
    for (let n = 0; n < 3; n += 1) {
      const payload = { content: `No ${n}`, postId }
      statuses.push(
        (await strict.inject({ method: 'POST', url: '/api/comments', headers, payload })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('Deleting a comment', () => {
  const aConversation = async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const top = await say(ann.headers, { content: 'Top', postId: post.id })
    const middle = await say(ann.headers, { content: 'Middle', postId: post.id, parentId: top.id })
    const leaf = await say(ben.headers, { content: 'Leaf', postId: post.id, parentId: middle.id })
    for (const { id } of [top, middle, leaf])
      for (const { headers } of [ann, ben, { headers: await seedSession(database, post.by) }])
        await app.inject({ method: 'POST', url: '/api/votes', headers, payload: { commentId: id, value: 1 } })
    await settle()
    return { ann, ben, post, top, middle, leaf }
  }

  it('is possible only for the author', async () => {
    const { ben, post, leaf, top } = await aConversation()
    expect(await remove({}, leaf.id)).toBe(401)
    for (const other of [await aMember(), await aMember({ isAdmin: true }), await aMember({ isMuted: true })])
      expect(await remove(other.headers, leaf.id)).toBe(403)
    expect(await remove(await seedSession(database, post.by), leaf.id)).toBe(403)
    expect(await remove(ben.headers, top.id)).toBe(403)
    for (const id of [2_000_000_000, post.id, 'abc', '0x1']) expect(await remove(ben.headers, id)).toBe(404)
    await sql`update users set is_muted = true where id = ${ben.id}`
    expect(await remove(ben.headers, leaf.id)).toBe(200)
    expect(await remove(ben.headers, leaf.id)).toBe(404)
  })

  it("with replies leaves '[deleted]' until its last reply is deleted, with correct counts", async () => {
    const { ann, ben, post, top, middle, leaf } = await aConversation()
    expect(await remove(ann.headers, top.id)).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    expect(await remove(ann.headers, middle.id)).toBe(200)
    expect(await verifyCounts(sql)).toEqual([])
    const [shown] = await treeOf(post.id)
    const deleted = { content: '[deleted]', isDeleted: true, user: null, userId: null }
    expect(shown).toMatchObject({ ...deleted, replies: [{ ...deleted, replies: [{ content: 'Leaf' }] }] })
    expect(JSON.stringify(await sql`select * from comments`)).not.toContain('Middle')
    expect(await sql`select 1 from notifications where comment_id in (${top.id}, ${middle.id})`).toHaveLength(
      0,
    )
    const vote = { method: 'POST', url: '/api/votes', headers: ben.headers } as const
    expect((await app.inject({ ...vote, payload: { commentId: top.id, value: 1 } })).statusCode).toBe(404)
    expect(await remove(ben.headers, leaf.id)).toBe(200)
    expect(await sql`select 1 from comments`).toHaveLength(0)
    expect(await verifyCounts(sql)).toEqual([])
    expect(await treeOf(post.id)).toEqual([])
  })

  it('counts once when two requests delete a comment with a reply concurrently', async () => {
    const { headers, id } = await aMember()
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post, by: { id } })
    await seedComment(database, { on: post, parent: comment })
    await recomputeCounts(sql)
    const url = `/api/comments/${comment.id}`
    const both = await Promise.all([1, 2].map(() => app.inject({ method: 'DELETE', url, headers })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await verifyCounts(sql)).toEqual([])
  })

  it("keeps a '[deleted]' comment that has another reply", async () => {
    const { ann, ben, post, middle, leaf } = await aConversation()
    const other = await say(ann.headers, { content: 'Other', postId: post.id, parentId: middle.id })
    await remove(ann.headers, middle.id)
    await remove(ben.headers, leaf.id)
    expect((await sql`select id from comments order by id`).map(({ id }) => id)).toContain(middle.id)
    await remove(ann.headers, other.id)
    expect((await sql`select id from comments order by id`).map(({ id }) => id)).not.toContain(middle.id)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('happens with the account of the author, including emptied ancestors', async () => {
    const { ann, ben, middle } = await aConversation()
    await remove(ann.headers, middle.id)
    const payload = { confirm: ben.username }
    await app.inject({ method: 'DELETE', url: '/api/user', headers: ben.headers, payload })
    expect((await sql`select content from comments`).map(({ content }) => content)).toEqual(['Top'])
    expect(await verifyCounts(sql)).toEqual([])
  })
})

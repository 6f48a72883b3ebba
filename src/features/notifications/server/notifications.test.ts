import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Row = { id: number }
type Headers = Record<string, string>

const read = async (headers: Headers, query = '') => {
  const response = await app.inject({ url: `/api/notifications${query}`, headers })
  return { status: response.statusCode, rows: response.json() }
}
const countOf = async (headers: Headers) =>
  (await app.inject({ url: '/api/notifications/unread-count', headers })).json().count
const post = async (url: string, headers: Headers, payload?: object) => {
  const response = await app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, ...response.json() }
}
const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}

describe('Notifications', () => {
  it('list the member, the action and the fields of the link, newest first', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const topic = await seedTopic(database)
    const item = await seedPost(database, { by: ann, topic, title: 'Worth telling' })
    await post('/api/votes', ben.headers, { postId: item.id, value: 1 })
    await post(`/api/posts/${item.id}/bookmark`, ben.headers)
    const newComment = await post('/api/comments', ben.headers, { postId: item.id, content: 'Hello' })
    const { rows } = await read(ann.headers)
    expect(rows.map(({ type }: { type: string }) => type)).toEqual(['comment', 'bookmark', 'upvote'])
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      userId: ann.id,
      type: 'comment',
      postId: item.id,
      fromUserId: ben.id,
      suggestedEditId: null,
      commentId: newComment.id,
      isReply: false,
      groupSize: 1,
      excerpt: 'Hello',
      isRead: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      fromUser: { username: ben.username, avatar: null },
      post: {
        id: item.id,
        title: 'Worth telling',
        isPrivate: false,
        privateId: null,
        seoSlug: item.seoSlug,
        topic: { name: topic.name },
      },
      topic: null,
      collection: null,
      webhook: null,
      decision: null,
    })
    expect(await countOf(ann.headers)).toBe(3)
    expect((await read(ben.headers)).rows).toEqual([])
  })

  it('tell a member that a topic they requested was approved or rejected, but not by whom', async () => {
    const [ann, admin] = [await aMember(), await aMember({ isAdmin: true })]
    const request = async (name: string, by = ann) =>
      (await post('/api/topics/request', by.headers, { name, description: 'Prompts about it' })).id
    const [first, second] = [await request('Sailing'), await request('Spam')]
    const own = await request('Rowing', admin)
    const form = { name: 'Sailing & boats', description: 'On water' }
    expect(
      (await post(`/api/admin/topic-requests/${first}/approve`, admin.headers, form)).status,
    ).toBeLessThan(300)
    await post(`/api/admin/topic-requests/${own}/approve`, admin.headers, {
      name: 'Rowing',
      description: 'Oars',
    })
    await app.inject({ method: 'DELETE', url: `/api/admin/topic-requests/${second}`, headers: admin.headers })
    const { rows } = await read(ann.headers)
    const nobody = { fromUserId: null, fromUser: null, postId: null, post: null, excerpt: null, groupSize: 1 }
    expect(rows).toMatchObject([
      { type: 'topic-rejected', topic: { name: 'Spam', isLinked: false }, ...nobody },
      { type: 'topic-approved', topic: { name: 'Sailing & boats', isLinked: true }, ...nobody },
    ])
    expect(await countOf(ann.headers)).toBe(2)
    expect(await countOf(admin.headers)).toBe(0)
    const item = await seedPost(database, { by: ann })
    await post('/api/votes', admin.headers, { postId: item.id, value: 1 })
    expect((await read(ann.headers)).rows.map(({ type }: { type: string }) => type)).toEqual([
      'upvote',
      'topic-rejected',
      'topic-approved',
    ])
    expect(await post(`/api/notifications/${rows[0].id}/read?group=true`, ann.headers)).toMatchObject({
      marked: 1,
    })
    expect(await countOf(ann.headers)).toBe(2)
    await sql`delete from topics where name = 'Sailing & boats'`
    expect((await read(ann.headers)).rows[2].topic).toEqual({ name: 'Sailing', isLinked: false })
  })

  it("of a reply go to the parent comment's author, of a top-level comment to the post's author", async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const writeComment = (author: { headers: Headers }, parentId?: number) =>
      post('/api/comments', author.headers, { postId: item.id, content: `${Math.random()}`, parentId })
    const first = await writeComment(ben)
    await writeComment(cid, first.id)
    await writeComment(ben, first.id)
    await writeComment(ann)
    await post('/api/votes', ann.headers, { postId: item.id, value: 1 })
    await post(`/api/posts/${item.id}/bookmark`, ann.headers)
    const sendersOf = async (member: { headers: Headers }) =>
      (await read(member.headers)).rows.map(({ fromUserId }: { fromUserId: number }) => fromUserId)
    expect(await sendersOf(ann)).toEqual([ben.id])
    expect((await read(ann.headers)).rows[0].isReply).toBe(false)
    expect((await read(ben.headers)).rows[0].isReply).toBe(true)
    expect(await sendersOf(ben)).toEqual([cid.id])
    expect(await sendersOf(cid)).toEqual([])
  })

  it('include the number of all members who did the same, even beyond the page', async () => {
    const [ann, other] = [await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const comment = await seedComment(database, { on: item, by: ann })
    const elsewhere = await seedPost(database, { by: ann })
    const fans = await Promise.all([1, 2, 3, 4].map(() => aMember()))
    for (const [index, { headers }] of fans.entries()) {
      await post('/api/votes', headers, { postId: item.id, value: 1 })
      if (index < 3) await post('/api/votes', headers, { commentId: comment.id, value: 1 })
      if (index < 2) await post(`/api/posts/${item.id}/bookmark`, headers)
    }
    await post('/api/votes', other.headers, { postId: elsewhere.id, value: 1 })
    const { rows } = await read(ann.headers, '?limit=2')
    expect(rows.map((row: Row & { groupSize: number }) => row.groupSize)).toEqual([1, 4])
    const sizes = (await read(ann.headers)).rows.map(
      ({ type, commentId, groupSize }: { type: string; commentId: number | null; groupSize: number }) =>
        `${type} ${commentId === null ? 'post' : 'comment'} ${groupSize}`,
    )
    expect(new Set(sizes)).toEqual(
      new Set(['upvote post 1', 'upvote post 4', 'upvote comment 3', 'bookmark post 2']),
    )
  })

  it('can be marked as read one by one, by group or all at once, by their recipient only', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const comment = await seedComment(database, { on: item, by: ann })
    for (const { headers } of [ben, cid]) {
      await post('/api/votes', headers, { postId: item.id, value: 1 })
      await post('/api/votes', headers, { commentId: comment.id, value: 1 })
      await post(`/api/posts/${item.id}/bookmark`, headers)
    }
    const { rows } = await read(ann.headers)
    expect(rows).toHaveLength(6)
    const [newest] = rows as { id: number; type: string }[]
    expect((await post(`/api/notifications/${newest?.id}/read`, ben.headers)).status).toBe(404)
    expect(await post(`/api/notifications/${newest?.id}/read`, ann.headers)).toEqual({
      status: 200,
      marked: 1,
    })
    expect(await post(`/api/notifications/${newest?.id}/read`, ann.headers)).toMatchObject({ marked: 0 })
    const onPost = (rows as { id: number; type: string; commentId: number | null }[]).find(
      ({ type, commentId }) => type === 'upvote' && commentId === null,
    )
    // Another member's notification about the same post stays unread.
    await sql`insert into notifications (user_id, type, post_id, from_user_id)
      values (${cid.id}, 'upvote', ${item.id}, ${ben.id})`
    // The member's own notification of the same type on another post also stays unread.
    const second = await seedPost(database, { by: ann })
    await post('/api/votes', ben.headers, { postId: second.id, value: 1 })
    expect(await post(`/api/notifications/${onPost?.id}/read?group=true`, ann.headers)).toMatchObject({
      marked: 2,
    })
    expect(await countOf(cid.headers)).toBe(1)
    expect(await countOf(ann.headers)).toBe(4)
    expect(await post('/api/notifications/mark-all-read', ann.headers)).toEqual({ status: 200, marked: 4 })
    expect(await post('/api/notifications/mark-all-read', ann.headers)).toEqual({ status: 200, marked: 0 })
    expect(await countOf(ann.headers)).toBe(0)
    for (const id of [2_000_000_000, 'x'])
      expect((await post(`/api/notifications/${id}/read`, ann.headers)).status).toBe(404)
  })

  it('of comments on a post count the members and are read together, and those of replies alone', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const elsewhere = await seedPost(database, { by: ann })
    const say = (author: { headers: Headers }, fields: { postId?: number; parentId?: number } = {}) =>
      post('/api/comments', author.headers, { postId: item.id, content: `${Math.random()}`, ...fields })
    const own = await say(ann)
    for (const author of [ben, cid, ben]) await say(author)
    await say(cid, { postId: elsewhere.id })
    await say(ben, { parentId: own.id })
    await say(cid, { parentId: own.id })
    const { rows } = await read(ann.headers)
    expect(
      rows.map(({ postId, isReply, groupSize }: Record<string, unknown>) => [postId, isReply, groupSize]),
    ).toEqual([
      [item.id, true, 1],
      [item.id, true, 1],
      [elsewhere.id, false, 1],
      [item.id, false, 2],
      [item.id, false, 2],
      [item.id, false, 2],
    ])
    const markGroup = (row: Row) => post(`/api/notifications/${row.id}/read?group=true`, ann.headers)
    expect(await markGroup(rows[0])).toMatchObject({ marked: 1 })
    expect(await markGroup(rows[3])).toMatchObject({ marked: 3 })
    expect(await countOf(ann.headers)).toBe(2)
  })

  it('are readable for every signed-in member and 401 for visitors', async () => {
    for (const url of ['', '/unread-count', '/stream'])
      expect((await app.inject({ url: `/api/notifications${url}` })).statusCode, url).toBe(401)
    for (const url of ['/mark-all-read', '/1/read'])
      expect((await post(`/api/notifications${url}`, {})).status, url).toBe(401)
    for (const more of [{ isMuted: true }, { profileCompleted: false }, { isAdmin: true }])
      expect((await read((await aMember(more)).headers)).status).toBe(200)
  })

  it('disappear when their post or comment is deleted or no longer visible to the member', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const hidden = await seedPost(database, { isPrivate: true })
    for (const { headers } of [ann, ben])
      await app.inject({ url: `/api/private/${hidden.privateId}`, headers })
    const mine = await post('/api/comments', ann.headers, { postId: hidden.id, content: 'Mine' })
    await post('/api/comments', ben.headers, { postId: hidden.id, parentId: mine.id, content: 'Yours' })
    expect((await read(ann.headers)).rows).toMatchObject([
      { post: { isPrivate: true, privateId: hidden.privateId } },
    ])
    await sql`delete from private_post_grants where post_id = ${hidden.id} and user_id = ${ann.id}`
    expect((await read(ann.headers)).rows).toEqual([])
    expect(await countOf(ann.headers)).toBe(0)

    const item = await seedPost(database, { by: ann })
    const newComment = await post('/api/comments', ben.headers, { postId: item.id, content: 'Going' })
    await post('/api/comments', ann.headers, { postId: item.id, parentId: newComment.id, content: 'Answer' })
    expect(await countOf(ann.headers)).toBe(1)
    await app.inject({ method: 'DELETE', url: `/api/comments/${newComment.id}`, headers: ben.headers })
    expect(await countOf(ann.headers)).toBe(0)
    await post('/api/votes', ben.headers, { postId: item.id, value: 1 })
    expect(await countOf(ann.headers)).toBe(1)
    await app.inject({ method: 'DELETE', url: `/api/posts/${item.id}`, headers: ann.headers })
    expect((await read(ann.headers)).rows).toEqual([])
  })

  it('are paged in one query without repeats or gaps, and counted up to a limit', async () => {
    const ann = await aMember()
    const item = await seedPost(database, { by: ann })
    await sql`
      with fans as (
        insert into users (username, google_id)
        select 'fan' || n, 'fan:' || n from generate_series(1, 1100) n returning id
      )
      insert into notifications (user_id, type, post_id, from_user_id, created_at)
      select ${ann.id}, 'upvote', ${item.id}, id, now() - (id % 7) * interval '1 minute' from fans`
    const seen: number[] = []
    let after = ''
    for (let page = 0; page < 23; page += 1) {
      const { rows } = await read(ann.headers, `?limit=50${after}`)
      seen.push(...rows.map(({ id }: Row) => id))
      const last = rows.at(-1)
      if (last) after = `&after=${Date.parse(last.createdAt)}_${last.id}`
    }
    expect(new Set(seen).size).toBe(1_100)
    expect(seen).toHaveLength(1_100)
    expect(await countOf(ann.headers)).toBe(1_000)
    queries.length = 0
    await read(ann.headers, '?limit=50')
    expect(queries).toHaveLength(2)
    for (const junk of ['?limit=51', '?limit=0', '?after=1', '?after=x_1'])
      expect((await read(ann.headers, junk)).status, junk).toBe(400)
  })
})

it('marks many notifications as read in statements that each change a limited number', async () => {
  const ann = await aMember()
  const item = await seedPost(database, { by: ann })
  await sql`
    with commenters as (
      insert into users (username, google_id) select 'many' || n, 'many:' || n from generate_series(1, 10_001) n returning id)
    insert into notifications (user_id, type, post_id, from_user_id) select ${ann.id}, 'upvote', ${item.id}, id from commenters`
  await sql`
    create function limit_changes() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 5000 then raise exception 'Too many rows'; end if;
      return null;
    end $$`
  await sql`
    create trigger limit_changes after update on notifications referencing new table as changed
    for each statement execute function limit_changes()`
  expect(await post('/api/notifications/mark-all-read', ann.headers)).toEqual({ status: 200, marked: 10_001 })
  expect(await countOf(ann.headers)).toBe(0)
})

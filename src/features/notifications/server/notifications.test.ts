import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aComment, aPost, aSession, aTopic, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await testDatabase((text) => queries.push(text))
const { sql } = database
const app = await testApp(database)

type Row = { id: number }
type Headers = Record<string, string>

const read = async (headers: Headers, query = '') => {
  const answer = await app.inject({ url: `/api/notifications${query}`, headers })
  return { status: answer.statusCode, rows: answer.json() }
}
const countOf = async (headers: Headers) =>
  (await app.inject({ url: '/api/notifications/unread-count', headers })).json().count
const post = async (url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, ...answer.json() }
}
const aMember = async (more = {}) => {
  const user = await aUser(database, more)
  return { ...user, headers: await aSession(database, user) }
}

describe('Notifications', () => {
  it('tell who did what with what, newest first, with what the link needs', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const topic = await aTopic(database)
    const item = await aPost(database, { by: ann, topic, title: 'Worth telling' })
    await post('/api/votes', ben.headers, { postId: item.id, value: 1 })
    await post(`/api/posts/${item.id}/bookmark`, ben.headers)
    const said = await post('/api/comments', ben.headers, { postId: item.id, content: 'Hello' })
    const { rows } = await read(ann.headers)
    expect(rows.map(({ type }: { type: string }) => type)).toEqual(['comment', 'bookmark', 'upvote'])
    expect(rows[0]).toEqual({
      ...{ id: expect.any(Number), userId: ann.id, type: 'comment', postId: item.id, fromUserId: ben.id },
      ...{
        commentId: said.id,
        isReply: false,
        groupSize: 1,
        isRead: false,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      fromUser: { username: ben.username, avatar: null },
      post: {
        ...{ id: item.id, title: 'Worth telling', isPrivate: false, privateId: null, seoSlug: item.seoSlug },
        topic: { name: topic.name },
      },
    })
    expect(await countOf(ann.headers)).toBe(3)
    expect((await read(ben.headers)).rows).toEqual([])
  })

  it("of a reply go to the parent's author, of a top-level comment to the post's, never to oneself", async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await aPost(database, { by: ann })
    const say = (who: { headers: Headers }, parentId?: number) =>
      post('/api/comments', who.headers, { postId: item.id, content: `${Math.random()}`, parentId })
    const first = await say(ben)
    await say(cid, first.id)
    await say(ben, first.id)
    await say(ann)
    await post('/api/votes', ann.headers, { postId: item.id, value: 1 })
    await post(`/api/posts/${item.id}/bookmark`, ann.headers)
    const told = async (who: { headers: Headers }) =>
      (await read(who.headers)).rows.map(({ fromUserId }: { fromUserId: number }) => fromUserId)
    expect(await told(ann)).toEqual([ben.id])
    expect((await read(ann.headers)).rows[0].isReply).toBe(false)
    expect((await read(ben.headers)).rows[0].isReply).toBe(true)
    expect(await told(ben)).toEqual([cid.id])
    expect(await told(cid)).toEqual([])
  })

  it('count all who did the same, also beyond the page, and nobody else', async () => {
    const [ann, other] = [await aMember(), await aMember()]
    const item = await aPost(database, { by: ann })
    const comment = await aComment(database, { on: item, by: ann })
    const elsewhere = await aPost(database, { by: ann })
    const fans = await Promise.all([1, 2, 3, 4].map(() => aMember()))
    for (const [at, { headers }] of fans.entries()) {
      await post('/api/votes', headers, { postId: item.id, value: 1 })
      if (at < 3) await post('/api/votes', headers, { commentId: comment.id, value: 1 })
      if (at < 2) await post(`/api/posts/${item.id}/bookmark`, headers)
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

  it('are read one by one, by group, or all, and only by whom they are for', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await aPost(database, { by: ann })
    const comment = await aComment(database, { on: item, by: ann })
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
    // Somebody else was told the same: theirs stays unread.
    await sql`insert into notifications (user_id, type, post_id, from_user_id)
      values (${cid.id}, 'upvote', ${item.id}, ${ben.id})`
    // So does one's own of the same kind about another post.
    const second = await aPost(database, { by: ann })
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

  it('are for whoever is signed in, muted or not; a visitor gets 401', async () => {
    for (const url of ['', '/unread-count', '/stream'])
      expect((await app.inject({ url: `/api/notifications${url}` })).statusCode, url).toBe(401)
    for (const url of ['/mark-all-read', '/1/read'])
      expect((await post(`/api/notifications${url}`, {})).status, url).toBe(401)
    for (const more of [{ isMuted: true }, { profileCompleted: false }, { isAdmin: true }])
      expect((await read((await aMember(more)).headers)).status).toBe(200)
  })

  it('vanish with what they tell of, and with the right to know of it', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const hidden = await aPost(database, { isPrivate: true })
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

    const item = await aPost(database, { by: ann })
    const said = await post('/api/comments', ben.headers, { postId: item.id, content: 'Going' })
    await post('/api/comments', ann.headers, { postId: item.id, parentId: said.id, content: 'Answer' })
    expect(await countOf(ann.headers)).toBe(1)
    await app.inject({ method: 'DELETE', url: `/api/comments/${said.id}`, headers: ben.headers })
    expect(await countOf(ann.headers)).toBe(0)
    await post('/api/votes', ben.headers, { postId: item.id, value: 1 })
    expect(await countOf(ann.headers)).toBe(1)
    await app.inject({ method: 'DELETE', url: `/api/posts/${item.id}`, headers: ann.headers })
    expect((await read(ann.headers)).rows).toEqual([])
  })

  it('come page by page without repeating or skipping, in one query, and are counted up to a bound', async () => {
    const ann = await aMember()
    const item = await aPost(database, { by: ann })
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

import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>

const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
type Somebody = Awaited<ReturnType<typeof aMember>>

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: response.statusCode, body: response.json() }
}
const say = async ({ headers }: Somebody, postId: number, content: string, parentId?: number) =>
  (await send('POST', '/api/comments', headers, { postId, content, ...(parentId ? { parentId } : {}) })).body
const edit = ({ headers }: Somebody, id: number, content: string) =>
  send('PATCH', `/api/comments/${id}`, headers, { content })
const publish = async ({ headers }: Somebody, description: string, more = {}) =>
  (
    await send('POST', '/api/posts', headers, {
      title: 'Haiku',
      description,
      prompt: `Write ${Math.random()}`,
      type: 'Text',
      models: [],
      exampleFiles: [],
      isPrivate: false,
      topicId: null,
      ...more,
    })
  ).body
const listOf = async ({ headers }: Somebody) => (await send('GET', '/api/notifications', headers)).body
/** Lists all of a member's notification rows, including those that are not shown. */
const rowsOf = async ({ id }: Somebody) =>
  (
    await sql<{ type: string; commentId: number | null }[]>`
      select type, comment_id from notifications where user_id = ${id} order by id`
  ).map(({ type, commentId }) => `${type} ${commentId ?? 'description'}`)

describe('A mention in a comment', () => {
  it('is stored with the names that exist, as their owners write them, and tells them', async () => {
    const [ann, ben] = [await aMember({ username: 'Ann1' }), await aMember({ username: 'Ben1' })]
    await seedUser(database, { username: 'Incomplete1', profileCompleted: false })
    const item = await seedPost(database)
    const comment = await say(ann, item.id, 'Hello @BEN1, @nobody9, @incomplete1, `@ben1` and @ann1')
    expect(comment.mentions).toEqual(['Ben1', 'Ann1'])
    const page = (await send('GET', `/api/posts/${item.id}`, {})).body
    expect(page.comments[0].mentions).toEqual(['Ben1', 'Ann1'])
    expect(await listOf(ben)).toMatchObject([
      {
        type: 'mention',
        postId: item.id,
        commentId: comment.id,
        isReply: false,
        groupSize: 1,
        excerpt: expect.stringContaining('Hello'),
        fromUser: { username: 'Ann1' },
        post: { title: 'A title' },
      },
    ])
    expect(await rowsOf(ann)).toEqual([])
  })

  it('tells ten members at most', async () => {
    const ann = await aMember()
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => aMember({ username: `many${n}` })))
    const item = await seedPost(database)
    const comment = await say(ann, item.id, many.map(({ username }) => `@${username}`).join(' '))
    expect(comment.mentions).toEqual(many.slice(0, 10).map(({ username }) => username))
    expect(await Promise.all(many.map(async (one) => (await rowsOf(one)).length))).toEqual([
      ...Array(10).fill(1),
      0,
      0,
    ])
  })

  it('does not tell those whom the comment itself tells', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const first = await say(ben, item.id, `First @${ann.username}`)
    expect(await rowsOf(ann)).toEqual([`comment ${first.id}`])
    const reply = await say(cid, item.id, `Yes @${ben.username} @${ann.username}`, first.id)
    expect(await rowsOf(ben)).toEqual([`comment ${reply.id}`])
    expect(await rowsOf(ann)).toEqual([`comment ${first.id}`, `mention ${reply.id}`])
    await edit(ben, first.id, `First, once more, @${ann.username}`)
    expect(await rowsOf(ann)).toHaveLength(2)
  })

  it('tells a post’s author who has switched comments off, and nobody who has switched mentions off', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database, { by: ann })
    const off = ({ headers }: Somebody, kind: string) =>
      send('PUT', `/api/notifications/settings/${kind}`, headers, { isEnabled: false })
    await off(ann, 'comment')
    await off(cid, 'mention')
    const comment = await say(ben, item.id, `@${ann.username} @${cid.username}`)
    expect(comment.mentions).toEqual([ann.username, cid.username])
    expect(await rowsOf(ann)).toEqual([`mention ${comment.id}`])
    expect(await rowsOf(cid)).toEqual([])
  })

  it('tells newly mentioned members after an edit, and nobody twice', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database)
    const { id } = await say(ann, item.id, `@${ben.username}`)
    const edited = (await edit(ann, id, `@${ben.username} @${cid.username}`)).body
    expect(edited.mentions).toEqual([ben.username, cid.username])
    expect((await edit(ann, id, 'Nobody')).body.mentions).toEqual([])
    await edit(ann, id, `@${ben.username} again`)
    expect(await rowsOf(ben)).toEqual([`mention ${id}`])
    expect(await rowsOf(cid)).toEqual([`mention ${id}`])
  })

  it('tells nobody later whom it could not tell when it was written', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const item = await seedPost(database)
    const set = (isEnabled: boolean) =>
      send('PUT', '/api/notifications/settings/mention', ben.headers, { isEnabled })
    await set(false)
    const { id } = await say(ann, item.id, `@${ben.username}`)
    await set(true)
    await edit(ann, id, `@${ben.username} and more`)
    expect(await rowsOf(ben)).toEqual([])
  })

  it('on a private post tells its author and those who have opened its link, and no other admin', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const [admin, invited] = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })]
    const item = await seedPost(database, { by: ann, isPrivate: true })
    for (const { headers } of [ben, invited]) await send('GET', `/api/private/${item.privateId}`, headers)
    const all = [ann, cid, admin, invited].map(({ username }) => `@${username}`).join(' ')
    const first = await say(invited, item.id, 'First')
    const comment = await say(ben, item.id, all, first.id)
    expect(await rowsOf(ann)).toContain(`mention ${comment.id}`)
    expect(await rowsOf(cid)).toEqual([])
    expect(await rowsOf(admin)).toEqual([])
    expect(await rowsOf(invited)).toEqual([`comment ${comment.id}`])
    const mention = await say(ann, item.id, `@${ben.username}`)
    expect(await listOf(ben)).toMatchObject([{ commentId: mention.id }])
    await send('POST', `/api/posts/${item.id}/private-link`, ann.headers)
    expect(await listOf(ben)).toEqual([])
    expect((await send('GET', '/api/notifications/unread-count', ben.headers)).body.count).toBe(0)
  })

  it('is counted, marked as read by itself, exported, and deleted with the comment', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const item = await seedPost(database)
    const [first, second] = [
      await say(ann, item.id, `@${ben.username}`),
      await say(ann, item.id, `Hey @${ben.username}`),
    ]
    const count = async () => (await send('GET', '/api/notifications/unread-count', ben.headers)).body.count
    expect(await count()).toBe(2)
    const [newest] = await listOf(ben)
    expect(
      (await send('POST', `/api/notifications/${newest.id}/read?group=true`, ben.headers)).body.marked,
    ).toBe(1)
    expect(await count()).toBe(1)
    const exported = (await send('GET', '/api/user/export', ben.headers)).body
    expect(exported.notifications).toMatchObject([
      { type: 'mention', commentId: first.id },
      { type: 'mention', commentId: second.id },
    ])
    await say(cid, item.id, 'Indeed', first.id)
    for (const { id } of [first, second]) await send('DELETE', `/api/comments/${id}`, ann.headers)
    expect(await rowsOf(ben)).toEqual([])
    expect(await sql`select id, mentions from comments where post_id = ${item.id} and is_deleted`).toEqual([
      { id: first.id, mentions: [] },
    ])
  })

  it('takes no statement more in a comment without one', async () => {
    const ann = await aMember()
    const item = await seedPost(database)
    const count = async (content: string) => {
      queries.length = 0
      await say(ann, item.id, content)
      return queries.length
    }
    await count('Warm')
    const plain = await count('Plain')
    expect(await count('Mail me: ann@example.org')).toBe(plain)
    expect(await count('Hello @nobody9')).toBe(plain + 1)
  })
})

describe('A mention in a description', () => {
  it('tells members when the post is published and when an edit mentions them newly, once', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const post = await publish(ann, `By @${ben.username} and @${ann.username}`)
    expect(post.mentions).toEqual([ben.username, ann.username])
    const change = (fields: object) => send('PATCH', `/api/posts/${post.id}`, ann.headers, fields)
    expect((await change({ title: 'Tanka' })).body.mentions).toEqual([ben.username, ann.username])
    expect((await change({ description: `By @${cid.username}` })).body.mentions).toEqual([cid.username])
    await change({ description: `By @${ben.username} and @${cid.username}` })
    expect(await listOf(ben)).toMatchObject([
      {
        type: 'mention',
        commentId: null,
        excerpt: null,
        groupSize: 1,
        post: { id: post.id, title: 'Tanka' },
      },
    ])
    expect(await rowsOf(cid)).toEqual(['mention description'])
    expect(await rowsOf(ann)).toEqual([])
    const feed = (await send('GET', '/api/posts?sort=new', {})).body
    expect(feed.find(({ id }: { id: number }) => id === post.id).mentions).toEqual([
      ben.username,
      cid.username,
    ])
  })

  it('of a private post tells nobody who has not opened its link', async () => {
    const [ann, ben, admin] = [await aMember(), await aMember(), await aMember({ isAdmin: true })]
    const post = await publish(ann, `For @${ben.username} and @${admin.username}`, { isPrivate: true })
    expect(post.mentions).toEqual([ben.username, admin.username])
    expect([await rowsOf(ben), await rowsOf(admin)]).toEqual([[], []])
  })

  it('of a private post tells members once when the post becomes public', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const posts = [
      await publish(ann, `For @${ben.username}`, { isPrivate: true, prompt: 'One' }),
      await publish(ann, `By @${ben.username}, @${ann.username}`, { isPrivate: true, prompt: 'Two' }),
      await publish(ann, 'Nobody', { isPrivate: true, prompt: 'Three' }),
    ]
    const setPrivate = (isPrivate: boolean) =>
      send('PATCH', '/api/user/posts', ann.headers, { ids: posts.map(({ id }) => id), isPrivate })
    await setPrivate(false)
    const postsOf = async () =>
      (await listOf(ben)).map(({ post }: { post: { id: number } }) => post.id).toSorted()
    expect(await postsOf()).toEqual([posts[0].id, posts[1].id])
    await setPrivate(true)
    expect(await postsOf()).toEqual([])
    await setPrivate(false)
    expect(await postsOf()).toEqual([posts[0].id, posts[1].id])
    expect(await rowsOf(ann)).toEqual([])
  })

  it('is not set by the member', async () => {
    const ann = await aMember()
    expect((await publish(ann, 'Nobody', { mentions: ['ann'] })).mentions).toEqual([])
  })
})

describe('The deletion of a mentioned member', () => {
  it('leaves their name in no column, and the name to nobody else', async () => {
    const [ann, ben, cid] = [await aMember(), await aMember(), await aMember()]
    const post = await publish(ann, `By @${ben.username} and @${cid.username}`)
    const comment = await say(ann, post.id, `@${ben.username} @${cid.username}`)
    expect((await send('DELETE', '/api/user', ben.headers, { confirm: ben.username })).status).toBe(200)
    await seedUser(database, { username: ben.username })
    const page = (await send('GET', `/api/posts/${post.id}`, {})).body
    expect(page.mentions).toEqual([cid.username])
    expect(page.comments).toMatchObject([{ id: comment.id, mentions: [cid.username] }])
    expect(await rowsOf(cid)).toEqual(['mention description', `mention ${comment.id}`])
  })
})

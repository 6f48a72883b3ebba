import { beforeEach, describe, expect, it } from 'vitest'
import { selectMemberLayoutData } from '#app/server/member-layout-data-query.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildTestApp } from './support/app.ts'
import {
  seedApiToken,
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
} from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const send = async (method: Method, url: string, headers: Headers = {}, payload?: object) => {
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const aMember = async (username?: string) => {
  const user = await seedUser(database, username === undefined ? {} : { username })
  return { ...user, headers: await seedSession(database, user) }
}
type TestMember = Awaited<ReturnType<typeof aMember>>
const hashOf = ({ headers }: TestMember) => hashSessionToken(headers.cookie?.split('=')[1] ?? '')
const block = async (by: TestMember, whom: { id: number }) =>
  expect(await send('POST', `/api/users/${whom.id}/block`, by.headers)).toEqual({
    status: 200,
    body: { isBlocked: true },
  })
const idsOf = (body: { id: number }[]) => body.map(({ id }) => id)

/** A place that does not exist, which a hidden one must not differ from. */
const NOWHERE = 2_000_000_000

const aScene = async () => {
  const [ann, bob] = [await aMember('Annabel'), await aMember('Bobby')]
  const topic = await seedTopic(database)
  const post = await seedPost(database, { by: ann, topic, title: 'Wombat portraits', tags: ['wombat'] })
  const collection = await seedCollection(database, ann, 'public', post)
  return { ann, bob, topic, post, collection }
}
type Scene = Awaited<ReturnType<typeof aScene>>

beforeEach(() => deleteRows(sql, 'users', 'topics', 'posts', 'tags'))

/** Reads of one thing of Annabel's, each with the same read of nothing. */
const reads = ({ ann, post, topic, collection }: Scene): Record<string, [string, string]> => ({
  'the post': [`/api/posts/${post.id}`, `/api/posts/${NOWHERE}`],
  'the post by its slug': [`/api/t/${topic.slug}/${post.seoSlug}`, `/api/t/${topic.slug}/nothing`],
  'its comments': [`/api/posts/${post.id}/comments`, `/api/posts/${NOWHERE}/comments`],
  'its versions': [`/api/posts/${post.id}/versions`, `/api/posts/${NOWHERE}/versions`],
  'its lineage': [`/api/posts/${post.id}/lineage`, `/api/posts/${NOWHERE}/lineage`],
  'its results': [`/api/posts/${post.id}/results`, `/api/posts/${NOWHERE}/results`],
  'its suggested edits': [`/api/posts/${post.id}/suggested-edits`, `/api/posts/${NOWHERE}/suggested-edits`],
  'similar posts': [`/api/posts/${post.id}/related`, `/api/posts/${NOWHERE}/related`],
  'the profile': [`/api/users/${ann.username}`, '/api/users/Nobody'],
  "the member's comments": [`/api/users/${ann.username}/comments`, '/api/users/Nobody/comments'],
  "the member's collections": [`/api/users/${ann.username}/collections`, '/api/users/Nobody/collections'],
  'a collection': [`/api/collections/${collection}`, '/api/collections/aaaaaaaaaaaaaaaaaaaaaa'],
})

/** Writes to what is Annabel's, each with the same write to nothing. */
const writes = ({
  ann,
  post,
  collection,
}: Scene): Record<string, [Method, string, string, object?, object?]> => ({
  'a vote': [
    'POST',
    '/api/votes',
    '/api/votes',
    { postId: post.id, value: 1 },
    { postId: NOWHERE, value: 1 },
  ],
  'a comment': [
    'POST',
    '/api/comments',
    '/api/comments',
    { postId: post.id, content: 'Hello' },
    { postId: NOWHERE, content: 'Hello' },
  ],
  'a bookmark': ['POST', `/api/posts/${post.id}/bookmark`, `/api/posts/${NOWHERE}/bookmark`],
  'a revealed prompt': ['POST', '/api/reveals', '/api/reveals', { postId: post.id }, { postId: NOWHERE }],
  'a result': [
    'POST',
    `/api/posts/${post.id}/results`,
    `/api/posts/${NOWHERE}/results`,
    { model: 'claude', worked: true },
    { model: 'claude', worked: true },
  ],
  'a suggested edit': [
    'POST',
    `/api/posts/${post.id}/suggested-edits`,
    `/api/posts/${NOWHERE}/suggested-edits`,
    { prompt: 'Better', reason: 'It is' },
    { prompt: 'Better', reason: 'It is' },
  ],
  'a follow': ['POST', `/api/users/${ann.id}/follow`, `/api/users/${NOWHERE}/follow`],
  'a followed collection': [
    'POST',
    `/api/collections/${collection}/follow`,
    '/api/collections/aaaaaaaaaaaaaaaaaaaaaa/follow',
  ],
})

const withoutInstance = (response: { status: number; body: unknown }) => {
  const { instance: _, ...body } = response.body as { instance?: string }
  return { status: response.status, body }
}

describe('Members who are blocked from each other', () => {
  it.each(['blocker', 'blocked'] as const)('find nothing of each other, as the %s', async (side) => {
    const scene = await aScene()
    const { ann, bob } = scene
    await block(side === 'blocked' ? ann : bob, side === 'blocked' ? bob : ann)
    for (const [name, [url, missing]] of Object.entries(reads(scene))) {
      const response = await send('GET', url, bob.headers)
      expect([name, response.status]).toEqual([name, 404])
      expect([name, withoutInstance(response)]).toEqual([
        name,
        withoutInstance(await send('GET', missing, bob.headers)),
      ])
      expect([name, (await send('GET', url)).status]).toEqual([name, 200])
    }
    for (const [name, [method, url, missing, payload, nothing]] of Object.entries(writes(scene))) {
      const response = await send(method, url, bob.headers, payload)
      expect([name, response.status]).toEqual([name, 404])
      expect([name, withoutInstance(response)]).toEqual([
        name,
        withoutInstance(await send(method, missing, bob.headers, nothing)),
      ])
    }
  })

  it('find nothing of each other in lists, searches and suggestions', async () => {
    const { ann, bob, topic, post } = await aScene()
    const other = await seedPost(database, { topic, title: 'Wombat diary', tags: ['wombat'] })
    await block(bob, ann)
    for (const url of [
      '/api/posts?sortBy=new',
      '/api/posts?sortBy=top&window=all',
      '/api/posts?sortBy=top&window=week',
      `/api/topics/${topic.slug}/posts`,
      '/api/posts?tag=wombat',
      '/api/search?q=wombat',
      '/api/search?q=tag:wombat',
    ]) {
      expect([url, idsOf((await send('GET', url, bob.headers)).body)]).toEqual([url, [other.id]])
      expect([url, new Set(idsOf((await send('GET', url)).body))]).toEqual([
        url,
        new Set([post.id, other.id]),
      ])
    }
    const since = '0_0_1'
    expect((await send('GET', `/api/posts/new-count?since=${since}`, bob.headers)).body).toEqual({ count: 1 })
    expect((await send('GET', '/api/search/names?q=annabel', bob.headers)).body.people).toEqual([])
    expect((await send('GET', '/api/search/suggestions?q=annab', bob.headers)).body.people).toEqual([])
    expect((await send('GET', '/api/search/suggestions?q=wombat', bob.headers)).body.posts).toMatchObject([
      { id: other.id },
    ])
    expect((await send('GET', '/api/mentions?prefix=anna', bob.headers)).body).toEqual([])
    expect((await send('GET', '/api/mentions?prefix=bobb', ann.headers)).body).toEqual([])
  })

  it('unfollow each other, and stop editing and following collections of each other', async () => {
    const { ann, bob, collection } = await aScene()
    await send('POST', `/api/users/${ann.id}/follow`, bob.headers)
    await send('POST', `/api/users/${bob.id}/follow`, ann.headers)
    await send('POST', `/api/collections/${collection}/follow`, bob.headers)
    await send('POST', `/api/collections/${collection}/editors`, ann.headers, { username: bob.username })
    await block(ann, bob)
    expect(
      await sql`
        select id from member_follows union all select id from collection_follows
        union all select id from collection_editors`,
    ).toHaveLength(0)
    expect(
      (await send('POST', `/api/collections/${collection}/editors`, ann.headers, { username: bob.username }))
        .body.code,
    ).toBe('user-not-found')
    await send('DELETE', `/api/users/${bob.id}/block`, ann.headers)
    expect((await send('GET', `/api/users/${bob.username}`, ann.headers)).body.isFollowed).toBe(false)
  })

  it('keep their comments in the thread of somebody else as hidden ones, with the replies', async () => {
    const [ann, bob] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post, by: ann, content: 'A word of Ann' })
    const reply = await seedComment(database, { on: post, parent: comment, content: 'An answer' })
    await sql`update posts set comment_count = 2 where id = ${post.id}`
    await block(bob, ann)
    const threadOf = async (headers: Headers) =>
      (await send('GET', `/api/posts/${post.id}`, headers)).body.comments[0]
    expect(await threadOf(bob.headers)).toMatchObject({
      content: '[hidden: you have blocked this member]',
      isDeleted: true,
      user: null,
      userId: null,
      replies: [{ id: reply.id, content: 'An answer' }],
    })
    expect((await threadOf({})).content).toBe('A word of Ann')
    const byBob = await seedComment(database, { on: post, by: bob, content: 'A word of Bob' })
    const ofAnn = (await send('GET', `/api/posts/${post.id}/comments?at=${byBob.id}`, ann.headers)).body
    expect(ofAnn.comments).toMatchObject([{ content: '[deleted]', isDeleted: true, user: null }])
    const [vote, answer] = [
      await send('POST', '/api/votes', ann.headers, { commentId: byBob.id, value: 1 }),
      await send('POST', '/api/comments', ann.headers, {
        postId: post.id,
        parentId: byBob.id,
        content: 'So?',
      }),
    ]
    expect([vote.body.code, answer.body.code]).toEqual(['vote-target-not-found', 'comment-not-found'])
  })

  it('do not mention each other, and get no notifications of each other', async () => {
    const [ann, bob] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    const mention = (content: string) =>
      send('POST', '/api/comments', bob.headers, { postId: post.id, content })
    expect((await mention(`Look at this, @${ann.username}`)).body.mentions).toEqual([ann.username])
    const unread = async () => (await send('GET', '/api/notifications/unread-count', ann.headers)).body.count
    expect(await unread()).toBe(1)
    await block(ann, bob)
    expect(await unread()).toBe(0)
    expect((await send('GET', '/api/notifications', ann.headers)).body).toEqual([])
    const layout = await selectMemberLayoutData(database, hashOf(ann))
    expect(layout?.replies).toMatchObject({ 'GET /api/notifications/unread-count': { count: 0 } })
    expect(layout?.viewer.hasBlocks).toBe(true)
    expect((await mention(`Once more, @${ann.username}`)).body.mentions).toEqual([])
    await send('DELETE', `/api/users/${bob.id}/block`, ann.headers)
    expect(await unread()).toBe(1)
  })

  it('lose sight of suggested edits, results and private links of each other', async () => {
    const [ann, bob] = [await aMember(), await aMember()]
    const post = await seedPost(database)
    await seedSuggestedEdit(database, post, ann)
    const hidden = await seedPost(database, { by: ann, isPrivate: true })
    const [row] = await sql<{ privateId: string }[]>`select private_id from posts where id = ${hidden.id}`
    const link = `/api/private/${row?.privateId}`
    expect((await send('GET', link, bob.headers)).status).toBe(200)
    await block(ann, bob)
    for (const url of [link, `${link}/comments`])
      expect([url, (await send('GET', url, bob.headers)).body.code]).toEqual([url, 'private-post-not-found'])
    const { body } = await send('GET', `/api/posts/${post.id}/suggested-edits`, bob.headers)
    expect(body.suggestedEdits).toEqual([])
  })

  it('are hidden from tokens, too, whatever they may read', async () => {
    const { ann, bob, post } = await aScene()
    await block(ann, bob)
    for (const scopes of [['read'], ['read', 'private']] as const) {
      const token = await seedApiToken(database, bob, [...scopes])
      expect((await send('GET', `/api/posts/${post.id}`, token)).body.code).toBe('post-not-found')
      expect((await send('GET', '/api/posts?sortBy=new', token)).body).toEqual([])
    }
  })
})

describe('An admin', () => {
  it('reads what a member who blocks them has written, but writes nothing there', async () => {
    const scene = await aScene()
    const admin = await seedUser(database, { isAdmin: true })
    const headers = await seedSession(database, admin)
    await block(scene.ann, admin)
    for (const [name, [url]] of Object.entries(reads(scene)).filter(([name]) => name !== 'similar posts'))
      expect([name, (await send('GET', url, headers)).status]).toEqual([name, 200])
    const comment = { postId: scene.post.id, content: 'Hello' }
    expect((await send('POST', '/api/comments', headers, comment)).body.code).toBe('post-not-found')
    expect((await send('GET', '/api/posts?sortBy=new', headers)).body).toEqual([])
    expect((await send('GET', `/api/posts/${scene.post.id}`, scene.ann.headers)).status).toBe(200)
  })
})

describe('The list of blocked members', () => {
  it('is paged, and a block is in the export of the account and ends with either account', async () => {
    const ann = await aMember()
    const others: { id: number }[] = []
    for (let index = 0; index < 51; index += 1) others.push(await seedUser(database))
    for (const other of others) await block(ann, other)
    await block(ann, others[0] as { id: number })
    const first = (await send('GET', '/api/user/blocked-members', ann.headers)).body
    expect(idsOf(first.members)).toEqual(idsOf(others.slice(1).toReversed()))
    const last = (await send('GET', `/api/user/blocked-members?before=${first.before}`, ann.headers)).body
    expect([idsOf(last.members), last.before]).toEqual([[others[0]?.id], null])
    expect((await send('GET', '/api/user/export', ann.headers)).body.blockedMembers).toHaveLength(51)
    await sql`delete from users where id = ${others[0]?.id ?? 0}`
    expect(await sql`select from member_blocks`).toHaveLength(50)
    await sql`delete from users where id = ${ann.id}`
    expect(await sql`select from member_blocks`).toHaveLength(0)
  })

  it('takes neither oneself nor nobody, and tells nobody that somebody blocks them', async () => {
    const [ann, bob] = [await aMember(), await aMember()]
    expect((await send('POST', `/api/users/${ann.id}/block`, ann.headers)).body.code).toBe(
      'cannot-block-yourself',
    )
    expect((await send('POST', `/api/users/${NOWHERE}/block`, ann.headers)).body.code).toBe('user-not-found')
    await block(ann, bob)
    expect((await send('GET', '/api/user/blocked-members', bob.headers)).body.members).toEqual([])
    expect((await send('GET', '/api/auth/me', bob.headers)).body).not.toHaveProperty('hasBlocks')
    await block(bob, ann)
    await send('DELETE', `/api/users/${bob.id}/block`, ann.headers)
    expect((await send('GET', `/api/users/${bob.username}`, ann.headers)).status).toBe(404)
  })
})

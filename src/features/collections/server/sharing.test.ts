import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { CollectionDetails } from '../contract.ts'
import type { CollectionEditor } from '../contract-sharing.ts'
import { MAX_EDITORS, MAX_FOLLOWED_COLLECTIONS } from '../contract-values.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const aMember = async () => {
  const user = await seedUser(database)
  return { user, headers: (await seedSession(database, user)) as Headers }
}
type Member = Awaited<ReturnType<typeof aMember>>

const request = async (method: string, url: string, headers: Headers = {}, payload?: object) => {
  const response = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const read = async (id: string, headers: Headers = {}): Promise<CollectionDetails> =>
  (await request('GET', `/api/collections/${id}`, headers)).body.collection
const invite = (id: string, { headers }: Member, { user }: Member) =>
  request('POST', `/api/collections/${id}/editors`, headers, { username: user.username.toUpperCase() })
const accept = (id: string, { headers }: Member) => request('POST', `/api/collections/${id}/accept`, headers)
const remove = (id: string, { headers }: Member, { user }: Member) =>
  request('DELETE', `/api/collections/${id}/editors/${user.id}`, headers)
const notificationsOf = async ({ headers }: Member) =>
  (await request('GET', '/api/notifications', headers)).body

describe('following a collection', () => {
  const follow = (id: string, { headers }: Member, method = 'POST') =>
    request(method, `/api/collections/${id}/follow`, headers)
  const feedOf = async ({ headers }: Member, query = ''): Promise<number[]> =>
    (await request('GET', `/api/posts?following=true&sortBy=new${query}`, headers)).body.map(
      ({ id }: { id: number }) => id,
    )

  it('puts its public posts into the Following feed, newest first and never twice', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const [old, recent, other] = [
      await seedPost(database),
      await seedPost(database),
      await seedPost(database),
    ]
    const secret = await seedPost(database, { by: owner.user, isPrivate: true })
    const id = await seedCollection(database, owner.user, 'public', recent)
    const second = await seedCollection(database, owner.user, 'public', recent)
    for (const post of [old, secret])
      await request('PUT', `/api/collections/${id}/posts/${post.id}`, owner.headers)
    await sql`insert into member_follows (follower_id, member_id) select ${member.user.id}, user_id from posts where id = ${old.id}`
    expect((await follow(id, member)).body).toEqual({ isFollowed: true })
    expect((await follow(id, member)).status).toBe(200)
    await follow(second, member)
    expect(await feedOf(member)).toEqual([recent.id, old.id])
    expect(await feedOf(member, '&types=Image')).toEqual([])
    expect(await read(id, member.headers)).toMatchObject({ followerCount: 1, isFollowed: true })
    expect(await read(id, owner.headers)).toMatchObject({ followerCount: 1, isFollowed: false })
    await request('PUT', `/api/collections/${id}/posts/${other.id}`, owner.headers)
    expect(await feedOf(member)).toEqual([other.id, recent.id, old.id])
    const pageAfter = async (post: { id: number }) => {
      const [row] = await sql<{ createdAt: Date }[]>`select created_at from posts where id = ${post.id}`
      return feedOf(member, `&limit=1&after=0_${row?.createdAt.getTime()}_${post.id}`)
    }
    expect(await pageAfter(other)).toEqual([recent.id])
    expect(await pageAfter(old)).toEqual([])
    expect((await request('GET', '/api/auth/me', member.headers)).body.followsCollections).toBe(true)
    const followed = (await request('GET', '/api/user/followed-collections', member.headers)).body
    expect(followed.map((collection: { id: string }) => collection.id).toSorted()).toEqual(
      [id, second].toSorted(),
    )
    await follow(second, member, 'DELETE')
    expect((await follow(id, member, 'DELETE')).body).toEqual({ isFollowed: false })
    expect(await feedOf(member)).toEqual([old.id])
  })

  it('sorts by score as well', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const [liked, recent] = [await seedPost(database), await seedPost(database)]
    const id = await seedCollection(database, owner.user, 'link', recent)
    await request('PUT', `/api/collections/${id}/posts/${liked.id}`, owner.headers)
    await sql`update posts set score = 5 where id = ${liked.id}`
    await follow(id, member)
    const top = await request('GET', '/api/posts?following=true&sortBy=top', member.headers)
    expect(top.body.map((post: { id: number }) => post.id)).toEqual([liked.id, recent.id])
  })

  it('ends with the access, also for what is told about it', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const id = await seedCollection(database, owner.user, 'public', await seedPost(database))
    await follow(id, member)
    await request('PATCH', `/api/collections/${id}`, owner.headers, { visibility: 'private' })
    expect(await feedOf(member)).toEqual([])
    expect((await request('GET', '/api/user/followed-collections', member.headers)).body).toEqual([])
    expect((await follow(id, await aMember())).body.code).toBe('collection-not-found')
    expect((await follow(id, member, 'DELETE')).body).toEqual({ isFollowed: false })
    expect((await follow(id, member, 'DELETE')).body.code).toBe('collection-not-found')
    expect((await follow(id, owner)).body.code).toBe('cannot-follow-own-collection')
  })

  it('has a limit, which counts the collections that the member can read', async () => {
    const [owner, member] = [await aMember(), await aMember()]
    const id = await seedCollection(database, owner.user, 'public')
    await sql`
      with more as (
        insert into collections (link_id, user_id, title, visibility)
        select ${member.user.username} || n, ${owner.user.id}, 'One of many', 'link' from generate_series(1, ${MAX_FOLLOWED_COLLECTIONS}) n
        returning id)
      insert into collection_follows (collection_id, follower_id) select id, ${member.user.id} from more`
    expect((await follow(id, member)).body.code).toBe('too-many-followed-collections')
    const hideOne = (editor: number | null) => sql`
      with hidden as (
        update collections set visibility = 'private'
        where id = (
          select min(c.id) from collections c join collection_follows f on f.collection_id = c.id
          where f.follower_id = ${member.user.id} and c.visibility <> 'private')
        returning id)
      insert into collection_editors (collection_id, user_id, accepted_at) select id, ${editor}, now() from hidden
      where ${editor}::integer is not null`
    await hideOne(member.user.id)
    expect((await follow(id, member)).body.code).toBe('too-many-followed-collections')
    await hideOne(null)
    expect((await follow(id, member)).body).toEqual({ isFollowed: true })
    const listed = (await request('GET', '/api/user/followed-collections', member.headers)).body
    expect(listed).toHaveLength(MAX_FOLLOWED_COLLECTIONS)
  })
})

it('is in the sitemap if it is public and has several public posts', async () => {
  const { user, headers } = await aMember()
  const [post, other] = [await seedPost(database), await seedPost(database)]
  const many = await seedCollection(database, user, 'public', post)
  const few = await seedCollection(database, user, 'public', post)
  const secret = await seedCollection(database, user, 'link', post)
  for (const id of [many, secret]) await request('PUT', `/api/collections/${id}/posts/${other.id}`, headers)
  const { body } = await app.inject('/sitemap/0.xml')
  expect([many, few, secret].filter((id) => body.includes(`/c/${id}/`))).toEqual([many])
})

describe('editing together', () => {
  it('starts with an invitation and ends with leaving', async () => {
    const [owner, editor, other] = [await aMember(), await aMember(), await aMember()]
    const [post, second] = [await seedPost(database), await seedPost(database)]
    const id = await seedCollection(database, owner.user, 'private', post)
    const add = ({ headers }: Member) => request('PUT', `/api/collections/${id}/posts/${second.id}`, headers)

    expect((await request('GET', `/api/collections/${id}`, editor.headers)).status).toBe(404)
    const invited: CollectionEditor[] = (await invite(id, owner, editor)).body
    expect(invited).toEqual([
      { id: editor.user.id, username: editor.user.username, avatar: null, isInvited: true },
    ])
    expect((await invite(id, owner, editor)).body).toEqual(invited)
    expect(await notificationsOf(editor)).toMatchObject([
      {
        type: 'collection-invitation',
        fromUser: { username: owner.user.username },
        collection: { id, title: expect.any(String) },
        post: null,
        topic: null,
      },
    ])
    expect((await request('GET', '/api/notifications/unread-count', editor.headers)).body.count).toBe(1)
    expect(await read(id, editor.headers)).toMatchObject({ role: 'invited', editors: [], itemCount: 1 })
    expect((await add(editor)).body.code).toBe('not-allowed')
    expect((await request('GET', '/api/user/collections', editor.headers)).body).toEqual([])

    expect((await accept(id, other)).status).toBe(404)
    expect((await accept(id, editor)).status).toBe(200)
    expect((await accept(id, editor)).status).toBe(200)
    expect((await add(editor)).status).toBe(200)
    expect(await read(id, editor.headers)).toMatchObject({ role: 'editor', itemCount: 2 })
    expect((await read(id, owner.headers)).editors).toMatchObject([{ username: editor.user.username }])
    expect(
      (await request('GET', `/api/user/collections?postId=${second.id}`, editor.headers)).body,
    ).toMatchObject([{ id, hasPost: true, user: { username: owner.user.username } }])
    const note = { note: 'Second', placeOf: post.id }
    const path = `/api/collections/${id}/posts/${second.id}`
    expect((await request('PATCH', path, editor.headers, note)).status).toBe(200)

    for (const [method, url, body] of [
      ['PATCH', `/api/collections/${id}`, { visibility: 'public' }],
      ['DELETE', `/api/collections/${id}`, undefined],
      ['POST', `/api/collections/${id}/editors`, { username: other.user.username }],
      ['DELETE', `/api/collections/${id}/editors/${owner.user.id}`, undefined],
    ] as const)
      expect((await request(method, url, editor.headers, body)).body.code, `${method} ${url}`).toBe(
        'not-allowed',
      )
    expect((await remove(id, owner, owner)).body.code).toBe('not-allowed')
    expect((await invite(id, owner, owner)).body.code).toBe('cannot-invite-yourself')

    expect((await remove(id, editor, editor)).status).toBe(200)
    expect((await request('GET', `/api/collections/${id}`, editor.headers)).status).toBe(404)
    expect(await notificationsOf(editor)).toEqual([])
    expect((await read(id, owner.headers)).itemCount).toBe(2)
    // An editor who has left can be invited again, and is notified again.
    await invite(id, owner, editor)
    expect(await notificationsOf(editor)).toHaveLength(1)
    expect((await remove(id, owner, editor)).status).toBe(200)
    expect((await accept(id, editor)).status).toBe(404)
  })

  it('shows nobody a private post that they cannot see otherwise', async () => {
    const [owner, editor] = [await aMember(), await aMember()]
    const secret = await seedPost(database, { by: owner.user, isPrivate: true })
    const id = await seedCollection(database, owner.user, 'private', secret)
    await invite(id, owner, editor)
    await accept(id, editor)
    const { body } = await request('GET', `/api/collections/${id}`, editor.headers)
    expect([body.items, body.collection.itemCount]).toEqual([[], 0])

    // An editor who cannot see the private post can neither find out that the collection contains it nor change its
    // item.
    const open = await seedPost(database)
    await request('PUT', `/api/collections/${id}/posts/${open.id}`, editor.headers, {})
    const listed = async (headers: Headers) =>
      (await request('GET', `/api/user/collections?postId=${secret.id}`, headers)).body[0]
    expect(await listed(editor.headers)).toMatchObject({ hasPost: false, hasSomePosts: false })
    expect(await listed(owner.headers)).toMatchObject({ hasPost: true, hasSomePosts: true })
    const item = `/api/collections/${id}/posts/${secret.id}`
    for (const change of [{ note: 'Found' }, { placeOf: open.id }])
      expect((await request('PATCH', item, editor.headers, change)).body.code).toBe('not-in-collection')
    const opened = `/api/collections/${id}/posts/${open.id}`
    expect((await request('PATCH', opened, editor.headers, { placeOf: secret.id })).body.code).toBe(
      'not-in-collection',
    )
    expect((await request('DELETE', item, editor.headers)).status).toBe(200)
    const stored = await sql`
      select note from collection_items where post_id = ${secret.id} and collection_id in (select id from collections where link_id = ${id})`
    expect(stored).toEqual([{ note: '' }])
    expect((await request('PATCH', item, owner.headers, { note: 'Mine' })).status).toBe(200)
  })

  it('is not open to muted editors, who can still read and leave', async () => {
    const [owner, editor] = [await aMember(), await aMember()]
    const [post, other] = [await seedPost(database), await seedPost(database)]
    const id = await seedCollection(database, owner.user, 'private', post)
    await invite(id, owner, editor)
    await accept(id, editor)
    await sql`update users set is_muted = true where id = ${editor.user.id}`
    const posts = `/api/collections/${id}/posts`
    for (const [method, url, body] of [
      ['PUT', `${posts}/${other.id}`, undefined],
      ['POST', posts, { ids: [other.id] }],
      ['DELETE', `${posts}/${post.id}`, undefined],
      ['DELETE', posts, { ids: [post.id] }],
      ['PATCH', `${posts}/${post.id}`, { note: 'Mine' }],
    ] as const)
      expect((await request(method, url, editor.headers, body)).body.code, `${method} ${url}`).toBe(
        'account-muted',
      )
    expect(await read(id, editor.headers)).toMatchObject({ role: 'editor', itemCount: 1 })
    expect((await remove(id, editor, editor)).status).toBe(200)

    const own = await seedCollection(database, editor.user, 'private')
    const ownPosts = `/api/collections/${own}/posts`
    const add = await request('POST', ownPosts, editor.headers, { ids: [post.id] })
    expect(add.body.done).toEqual([post.id])
    expect((await request('DELETE', `${ownPosts}/${post.id}`, editor.headers)).status).toBe(200)
  })

  it('has a limit, and ends with the account', async () => {
    const [owner, editor, last] = [await aMember(), await aMember(), await aMember()]
    const id = await seedCollection(database, owner.user, 'link')
    for (let n = 1; n < MAX_EDITORS; n += 1) await invite(id, owner, await aMember())
    await invite(id, owner, editor)
    await accept(id, editor)
    expect((await invite(id, owner, last)).body.code).toBe('too-many-editors')
    expect((await invite(id, owner, editor)).status).toBe(200)
    expect(
      (await request('POST', `/api/collections/${id}/editors`, owner.headers, { username: 'nobody1' })).body
        .code,
    ).toBe('user-not-found')
    await sql`delete from users where id = ${editor.user.id}`
    expect((await read(id, owner.headers)).editors).toEqual([])
  })
})

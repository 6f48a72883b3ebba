import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

const MARK = 'Zanzibar'

it('shows others only the name of a suspended member, and everything to themselves and to moderators', async () => {
  const member = await seedUser(database, { isSuspended: true })
  await database.sql`update users set bio = ${MARK}, website = ${`https://${MARK}.example`}, karma = 777 where id = ${member.id}`
  await seedPost(database, { by: member, title: MARK })
  const path = `/api/users/${member.username}`
  const read = async (viewer: Parameters<typeof seedUser>[1] | null | 'self') => {
    const user = viewer === 'self' ? member : viewer && (await seedUser(database, viewer))
    const headers = user ? await seedSession(database, user) : {}
    return app.inject({ url: path, headers })
  }
  for (const viewer of [null, {}] as const) {
    const response = await read(viewer)
    expect(response.json()).toMatchObject({
      username: member.username,
      isSuspended: true,
      karma: 0,
      postCount: 0,
      posts: [],
    })
    expect(response.body).not.toMatch(/Zanzibar|777/)
  }
  for (const viewer of ['self', { isModerator: true }, { isAdmin: true }] as const) {
    const response = await read(viewer)
    expect(response.json()).toMatchObject({ isSuspended: true, bio: MARK, karma: 777 })
  }
})

it('lists no comments and collections of a suspended member for others', async () => {
  const member = await seedUser(database, { isSuspended: true })
  const post = await seedPost(database)
  await seedComment(database, { on: post, by: member, content: MARK })
  await seedCollection(database, member, 'public', post)
  const read = async (list: string, viewer: Parameters<typeof seedUser>[1] | null) => {
    const headers = viewer ? await seedSession(database, await seedUser(database, viewer)) : {}
    return (await app.inject({ url: `/api/users/${member.username}/${list}`, headers })).json()
  }
  for (const viewer of [null, {}, { moderatedTopics: [1] }] as const) {
    expect(await read('comments', viewer)).toEqual({ comments: [], before: null })
    expect(await read('collections', viewer)).toEqual([])
  }
  for (const viewer of [{ isModerator: true }, { isAdmin: true }] as const) {
    expect((await read('comments', viewer)).comments).toHaveLength(1)
    expect(await read('collections', viewer)).toHaveLength(1)
  }
  await database.sql`update users set suspended_until = now() - interval '1 hour' where id = ${member.id}`
  expect(await read('collections', {})).toHaveLength(1)
})

it('shows the posts and comments of a suspended member with their name and without their picture', async () => {
  const [member, reader] = [await seedUser(database), await seedUser(database)]
  const headers = await seedSession(database, reader)
  await database.sql`update users set avatar = '/media/zanzibar.webp' where id = ${member.id}`
  const post = await seedPost(database, { by: member })
  await seedComment(database, { on: await seedPost(database, { by: reader }), by: member })
  await seedCollection(database, member, 'public', post)
  await app.inject({ method: 'POST', url: `/api/users/${member.id}/follow`, headers })
  const urls = [
    '/api/posts',
    `/api/posts/${post.id}`,
    '/api/user/followed-members',
    ...(
      await database.sql<{ url: string }[]>`
      select '/api/posts/' || post_id || '/comments' as url from comments where user_id = ${member.id}
      union all select '/api/collections/' || link_id from collections where user_id = ${member.id}`
    ).map(({ url }) => url),
  ]
  const readAll = async () => {
    const bodies: string[] = []
    for (const url of urls) bodies.push((await app.inject({ url, headers })).body)
    return bodies
  }
  for (const [index, body] of (await readAll()).entries())
    expect(body, urls[index]).toContain('/media/zanzibar')
  await database.sql`update users set is_suspended = true where id = ${member.id}`
  for (const [index, body] of (await readAll()).entries()) {
    expect(body, urls[index]).toContain(member.username)
    expect(body, urls[index]).not.toContain('/media/zanzibar')
  }
})

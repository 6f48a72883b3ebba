import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Collection } from '../contract.ts'
import { MAX_COVER_FILES } from '../contract-values.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const app = await buildTestApp(database)

const file = (letter: string, extension = 'png') => `/media/${letter.repeat(64)}-8x8.${extension}`

const request = async (
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  url: string,
  headers = {},
  body?: object,
) => {
  const response = await app.inject({ method, url, headers, ...(body && { payload: body }) })
  expect([url, response.statusCode]).toEqual([url, 200])
  return response.json()
}

const seedOwner = async () => {
  const user = await seedUser(database)
  return { user, headers: await seedSession(database, user) }
}
type Owner = Awaited<ReturnType<typeof seedOwner>>

const create = async ({ headers }: Owner, posts: readonly { id: number }[]): Promise<Collection> =>
  request('POST', '/api/collections', headers, {
    title: 'Best of',
    visibility: 'public',
    ids: posts.map(({ id }) => id),
  })

const listOwn = ({ headers }: Owner): Promise<Collection[]> =>
  request('GET', '/api/user/collections', headers)
const listPublic = ({ user }: Owner): Promise<Collection[]> =>
  request('GET', `/api/users/${user.username}/collections`)

describe('The cover of a collection', () => {
  it('has the first picture of each of its first four posts with pictures, in their order', async () => {
    const owner = await seedOwner()
    const withFiles = (...exampleFiles: string[]) => seedPost(database, { exampleFiles })
    const posts = [
      await withFiles(),
      await withFiles(file('a', 'mp4'), file('b', 'webp'), file('c')),
      await withFiles(file('d', 'webm')),
      await withFiles(file('e', 'gif')),
      await withFiles(file('f', 'avif')),
      await withFiles(file('0', 'mov'), file('1', 'jpg')),
      await withFiles(file('2')),
    ]
    const { id } = await create(owner, posts)
    const files = [file('b', 'webp'), file('e', 'gif'), file('f', 'avif'), file('1', 'jpg')]
    expect(files).toHaveLength(MAX_COVER_FILES)
    const { collection } = await request('GET', `/api/collections/${id}`)
    expect(collection.coverFiles).toEqual(files)
    for (const list of [await listOwn(owner), await listPublic(owner)])
      expect(list.map(({ coverFiles }) => coverFiles)).toEqual([files])
  })

  it('is empty if no post has a picture', async () => {
    const owner = await seedOwner()
    expect((await create(owner, [await seedPost(database)])).coverFiles).toEqual([])
  })

  it('shows pictures of private posts only to those who can see the posts', async () => {
    const owner = await seedOwner()
    const other = await seedOwner()
    const hidden = await seedPost(database, { by: owner.user, isPrivate: true, exampleFiles: [file('a')] })
    const open = await seedPost(database, { exampleFiles: [file('b')] })
    const { id } = await create(owner, [hidden, open])
    const coverFor = async (headers: object) =>
      (await request('GET', `/api/collections/${id}`, headers)).collection.coverFiles
    expect((await listOwn(owner))[0]?.coverFiles).toEqual([file('a'), file('b')])
    // The profile shows a member's collections as visitors see them.
    expect((await listPublic(owner))[0]?.coverFiles).toEqual([file('b')])
    expect(await coverFor({})).toEqual([file('b')])
    expect(await coverFor(other.headers)).toEqual([file('b')])
    await request('POST', `/api/collections/${id}/follow`, other.headers)
    const [followed] = await request('GET', '/api/user/followed-collections', other.headers)
    expect(followed.coverFiles).toEqual([file('b')])
    await database.sql`insert into private_post_grants (post_id, user_id) values (${hidden.id}, ${other.user.id})`
    expect(await coverFor(other.headers)).toEqual([file('a'), file('b')])
  })

  it('loses the pictures of posts that are deleted, made private or taken out of the collection', async () => {
    const owner = await seedOwner()
    const author = await seedOwner()
    const seed = (letter: string) => seedPost(database, { by: author.user, exampleFiles: [file(letter)] })
    const [deleted, withdrawn, removed, remaining] = [
      await seed('a'),
      await seed('b'),
      await seed('c'),
      await seed('d'),
    ]
    const { id } = await create(owner, [deleted, withdrawn, removed, remaining])
    await request('DELETE', `/api/posts/${deleted.id}`, author.headers)
    await request('PATCH', '/api/user/posts', author.headers, { ids: [withdrawn.id], isPrivate: true })
    await request('DELETE', `/api/collections/${id}/posts/${removed.id}`, owner.headers)
    expect((await listOwn(owner))[0]?.coverFiles).toEqual([file('d')])
  })

  it('needs no statement of its own', async () => {
    const owner = await seedOwner()
    const post = await seedPost(database, { exampleFiles: [file('a')] })
    const countStatements = async () => {
      statements.length = 0
      await listOwn(owner)
      return statements.length
    }
    await create(owner, [post])
    const count = await countStatements()
    for (let index = 0; index < 3; index += 1) await create(owner, [post])
    expect(await countStatements()).toBe(count)
  })
})

import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const aMember = async (more = {}) => {
  const user = await seedUser(database, more)
  return { ...user, headers: await seedSession(database, user) }
}
const post = async (url: string, headers: Record<string, string>, payload: object) => {
  const response = await app.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}
const aPost = (more: object = {}) => ({
  title: 'Haiku',
  description: 'About rain',
  prompt: `Write ${Math.random()}`,
  ...more,
})
const countPosts = async ({ id }: { id: number }) =>
  (await sql`select from posts where user_id = ${id}`).length

it('imports posts as private ones, with their type, models, tags, blanks, license and source', async () => {
  const ann = await aMember()
  const fields = {
    type: 'Code',
    models: ['chatgpt'],
    tags: ['C++', 'haiku'],
    blanksIn: 'everywhere',
    license: 'CC-BY-4.0',
    sourceUrl: 'https://example.org/haiku',
  }
  const { body } = await post('/api/user/import', ann.headers, { posts: [aPost(fields)] })
  expect(body).toMatchObject([
    { status: 'created', url: expect.stringContaining('/private/'), message: null },
  ])
  const [row] = await sql`select * from posts where id = ${body[0].id}`
  expect(row).toMatchObject({ ...fields, tags: ['c++', 'haiku'], isPrivate: true, userId: ann.id })
})

it('imports each post by itself, and says which were there, and why one was rejected', async () => {
  const ann = await aMember()
  const [first, second] = [aPost(), aPost()]
  await post('/api/user/import', ann.headers, { posts: [first] })
  const topic = await seedTopic(database)
  const { body } = await post('/api/user/import', ann.headers, {
    posts: [first, second, { ...second, title: 'Same prompt' }],
    isPrivate: false,
    topicId: topic.id,
  })
  expect(body.map(({ status }: { status: string }) => status)).toEqual(['exists', 'created', 'exists'])
  expect(await countPosts(ann)).toBe(2)
  const unknown = await post('/api/user/import', ann.headers, {
    posts: [aPost()],
    isPrivate: false,
    topicId: 999_999,
  })
  expect(unknown.body).toMatchObject([{ status: 'rejected', id: null, message: expect.any(String) }])
})

it('creates nothing twice if a request is repeated, also at the same time', async () => {
  const ann = await aMember()
  const posts = [aPost(), aPost(), aPost()]
  const send = () => post('/api/user/import', ann.headers, { posts })
  await Promise.all([send(), send(), send()])
  await send()
  expect(await countPosts(ann)).toBe(3)
})

it('creates a prompt once if two files with different titles for it are imported at the same time', async () => {
  const ann = await aMember()
  const prompt = `Twice ${Math.random()}`
  const results = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((title) =>
      post('/api/user/import', ann.headers, { posts: [aPost({ title, prompt })] }),
    ),
  )
  expect(results.map(({ body }) => body[0].status).toSorted()).toEqual([
    'created',
    'exists',
    'exists',
    'exists',
  ])
  expect(await countPosts(ann)).toBe(1)
})

it('finds own posts, private ones too, and public posts of others with the same prompt', async () => {
  const [ann, ben] = [await aMember(), await aMember()]
  const [mine, open, hidden] = [`Mine ${Math.random()}`, `Open ${Math.random()}`, `Hidden ${Math.random()}`]
  await seedPost(database, { by: ann, prompt: mine, isPrivate: true })
  await seedPost(database, { by: ben, prompt: open, title: 'By Ben' })
  await seedPost(database, { by: ben, prompt: hidden, isPrivate: true })
  const { body } = await post('/api/user/import/compare', ann.headers, {
    prompts: [`  ${mine}\n`, open, hidden, 'x'.repeat(200_000)],
  })
  expect(body).toMatchObject([
    { own: { title: 'A title' }, others: null },
    { own: null, others: { title: 'By Ben', url: expect.stringContaining('http://localhost:3000/') } },
    { own: null, others: null },
    { own: null, others: null },
  ])
})

it('lets a muted member import private posts only', async () => {
  const ann = await aMember({ isMuted: true })
  expect(
    (await post('/api/user/import', ann.headers, { posts: [aPost()], isPrivate: false })).body,
  ).toMatchObject({
    code: 'account-muted',
  })
  expect((await post('/api/user/import', ann.headers, { posts: [aPost()] })).body).toMatchObject([
    { status: 'created' },
  ])
})

it.each([
  [{ posts: [] }],
  [{ posts: Array.from({ length: 11 }, () => aPost()) }],
  [{ posts: [aPost({ title: '' })] }],
  [{ posts: [aPost({ prompt: 'x'.repeat(200_001) })] }],
  [{ posts: [aPost({ license: 'WTFPL' })] }],
])('rejects a request that no file of the site could have caused', async (body) => {
  const { headers } = await aMember()
  expect((await post('/api/user/import', headers, body)).status).toBe(400)
})

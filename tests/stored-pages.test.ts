import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { createFragmentCache } from '#app/web/fragment-cache.ts'
import { paths } from '#core/paths.ts'
import { buildTestApp } from './support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const SITE = { name: 'Prompts', url: 'http://localhost:3000', version: '1.0.0' }
const ASSETS = { scripts: [], styles: [], preloads: [] }

/** Starts a server with an empty memory, which stores pages in the shared folder. Counts what it renders. */
const start = async ({ build = '1', megabytes = '10' } = {}) => {
  const cache = createFragmentCache()
  const rendered: string[] = []
  const renderer = createRenderer(SITE, ASSETS, () => [], build, {
    fill: (page, ...rest) => {
      rendered.push(/<title>(.*?)<\/title>/.exec(page)?.[1] ?? '')
      return cache.fill(page, ...rest)
    },
  })
  const app = await buildTestApp(database, { DATA_DIR: dataDir, STORED_PAGES_MB: megabytes }, renderer)
  return { app, rendered }
}

const read = async (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } })
  const { 'content-encoding': encoding } = response.headers
  const html = encoding === 'br' ? brotliDecompressSync(response.rawPayload).toString() : response.body
  return { status: response.statusCode, html, headers: response.headers, bytes: response.rawPayload }
}
const countStored = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f]{64}$/.test(name))
    .length

const author = await seedUser(database)
const topic = await seedTopic(database, { name: 'Machine learning' })

/** Creates a post with a comment, both a day old. */
const createOldPost = async (title: string) => {
  const row = await seedPost(database, { by: author, topic, title, prompt: `The prompt of ${title}` })
  const post = { ...row, isPrivate: false, topic }
  const comment = await seedComment(database, { on: post, content: `A comment on ${title}` })
  await sql`update posts set created_at = now() - interval '1 day' where id = ${post.id}`
  await sql`update comments set created_at = now() - interval '1 day', updated_at = now() - interval '1 day' where id = ${comment.id}`
  return { post, comment, url: paths.post(post) }
}

it('A post that was read is not rendered again after a restart', async () => {
  const { url } = await createOldPost('Read twice')
  const first = await start()
  const before = await read(first.app, url)
  expect(before.html).toContain('The prompt of Read twice')
  expect(before.html).toContain('A comment on Read twice')
  await expect.poll(countStored).toBe(1)

  const second = await start()
  const after = await read(second.app, url)
  expect(after.bytes).toEqual(before.bytes)
  expect({ ...after.headers, date: '', 'x-request-id': '' }).toEqual({
    ...before.headers,
    date: '',
    'x-request-id': '',
  })
  expect(after.headers).toMatchObject({
    'content-encoding': 'br',
    etag: before.headers.etag,
    vary: 'Cookie, Accept-Encoding',
  })
  expect(first.rendered).toHaveLength(1)
  expect(second.rendered).toEqual([])
})

const changes: [string, (old: Awaited<ReturnType<typeof createOldPost>>) => PromiseLike<unknown>, string][] =
  [
    ['a vote', ({ post }) => sql`update posts set score = 4711 where id = ${post.id}`, '4711'],
    [
      'an edit',
      ({ post }) => sql`update posts set title = 'Other words' where id = ${post.id}`,
      'Other words',
    ],
    [
      'an edited comment',
      ({ comment }) => sql`update comments set content = 'Now this' where id = ${comment.id}`,
      'Now this',
    ],
    [
      'a renamed author',
      () => sql`update users set username = 'pseudonym' where id = ${author.id}`,
      'pseudonym',
    ],
  ]
it.each(changes)('A stored page is not shown after %s', async (name, change, text) => {
  const old = await createOldPost(`Changed by ${name}`)
  const before = await read((await start()).app, old.url)
  expect(before.html).not.toContain(text)
  await expect.poll(countStored).toBeGreaterThan(0)
  await change(old)
  const { app, rendered } = await start()
  expect((await read(app, old.url)).html).toContain(text)
  expect(rendered).toHaveLength(1)
})

it.each([
  [
    'is made private',
    ({ id }: { id: number }) =>
      sql`update posts set is_private = true, topic_id = null, private_id = 'a-secret-of-22-letters' where id = ${id}`,
  ],
  ['is deleted', ({ id }: { id: number }) => sql`update posts set user_id = null where id = ${id}`],
])('A post that %s is not found, though its page is stored', async (name, change) => {
  const { post, url } = await createOldPost(`A post that ${name}`)
  const stored = countStored()
  await read((await start()).app, url)
  await expect.poll(countStored).toBe(stored + 1)
  await change(post)
  const { status, html } = await read((await start()).app, url)
  expect(status).toBe(404)
  expect(html).not.toContain('The prompt of')
})

it('A member never gets a stored page, and theirs is not stored', async () => {
  const { url } = await createOldPost('For members')
  const reader = await seedUser(database, { username: 'reader' })
  await sql`update users set created_at = now() - interval '1 year' where id = ${reader.id}`
  const headers = await seedSession(database, reader)
  const stored = countStored()
  const { app, rendered } = await start()
  expect((await read(app, url, headers)).html).toContain('reader')
  await read(app, url)
  await expect.poll(countStored).toBe(stored + 1)
  expect((await read(app, url, headers)).html).toContain('reader')
  expect(rendered).toHaveLength(3)
  expect(countStored()).toBe(stored + 1)
})

it('A page is rendered for other software, other encodings and a budget of 0', async () => {
  const { url } = await createOldPost('Rendered again')
  const stored = countStored()
  const first = await read((await start()).app, url)
  await expect.poll(countStored).toBe(stored + 1)
  const newer = await start({ build: '2' })
  await read(newer.app, url)
  expect(newer.rendered).toHaveLength(1)
  await expect.poll(countStored).toBe(stored + 2)
  for (const encoding of ['gzip', 'identity', 'br;q=0']) {
    const { app, rendered } = await start()
    const { headers, html, status } = await read(app, url, { 'accept-encoding': encoding })
    expect([status, headers['content-encoding']]).toEqual([200, encoding === 'gzip' ? 'gzip' : undefined])
    expect(rendered).toHaveLength(1)
    if (encoding === 'identity') expect(html).toBe(first.html)
  }
  const without = await start({ megabytes: '0' })
  await read(without.app, url)
  expect(without.rendered).toHaveLength(1)
  expect(countStored()).toBe(stored + 2)
})

it('Only posts are stored, and only once nothing on them is new', async () => {
  const { post, url } = await createOldPost('Still new')
  const stored = countStored()
  const { app } = await start()
  for (const other of [
    '/',
    paths.topic(topic.name),
    paths.profile(author.username),
    '/about',
    '/no/such/page',
  ])
    await read(app, other)
  await seedComment(database, { on: post, content: 'Just now' })
  expect((await read(app, url)).html).toContain('Just now')
  const settled = await createOldPost('Settled')
  await read(app, settled.url)
  await expect.poll(countStored).toBe(stored + 1)
})

it('A page is sent although it cannot be stored', async () => {
  const { url } = await createOldPost('On a full disk')
  const { app } = await start()
  rmSync(path.join(dataDir, 'pages'), { recursive: true })
  writeFileSync(path.join(dataDir, 'pages'), 'no folder')
  expect((await read(app, url)).html).toContain('On a full disk')
  rmSync(path.join(dataDir, 'pages'))
})

import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createRenderer } from '#app/web/entry-server.tsx'
import { type LicenseId, licenses } from '#core/licenses.ts'
import { getModelName } from '#core/model-catalogue.ts'
import { pick } from '#core/pick.ts'
import { EMPTY_SKILL, readSkill, writeSkill } from '#core/skill.ts'
import { exportPostsToFile } from '#features/import/server/export-posts.ts'
import {
  formFieldNames,
  getPostField,
  getSearchIndexPart,
  type PostFieldName,
  type PostFields,
  postFieldNames,
} from '#features/posts/contract-fields.ts'
import { readConfig } from '#server/config.ts'
import { seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { importText, writeTemporaryFile } from './support/import-files.ts'
import { createTestImage, toDataUrl } from './support/samples.ts'

const database = await createTestDatabase()
const { sql } = database
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildApp({
  config: readConfig({ RATE_LIMIT_SCALE: '0' }),
  database,
  renderer,
  eventLoopLag: () => 0,
})
afterAll(() => app.close())

type Version = 1 | 2
const pictures = {
  1: toDataUrl(await createTestImage(30, 20).png().toBuffer()),
  2: toDataUrl(await createTestImage(50, 40).png().toBuffer()),
}

/**
 * Returns a sample value of a field. The samples of the two versions differ from each other and from the field's
 * default.
 */
const sampleOf = (name: PostFieldName, version: Version): string | string[] => {
  const field = getPostField(name)
  if (name === 'skill') return writeSkill({ ...EMPTY_SKILL, name: `skill-${version}` })
  if (field.kind === 'text') return `${field.notUrl ? 'https://example.org/' : ''}${name}${version}`
  if (field.kind === 'choice') return field.options.at(version) ?? ''
  if (field.kind === 'tags') return version === 1 ? ['seo', 'cover-letter'] : ['写作']
  return field.kind === 'list' ? field.options.slice(version, version + 2) : [pictures[version]]
}
const valuesOf = (version: Version) =>
  Object.fromEntries(postFieldNames.map((name) => [name, sampleOf(name, version)])) as PostFields

/** Returns the value as the API returns it: a stored file has a URL that contains its size. */
const stored = (name: PostFieldName, version: Version) =>
  getPostField(name).kind === 'files'
    ? [expect.stringMatching(version === 1 ? /-30x20\.png$/ : /-50x40\.png$/)]
    : sampleOf(name, version)
const storedFields = (version: Version) =>
  Object.fromEntries(postFieldNames.map((name) => [name, stored(name, version)]))

/** Returns the value as people read it. */
const displayedValue = (name: PostFieldName, value: string): string =>
  name === 'skill'
    ? readSkill(value).name
    : name === 'models'
      ? getModelName(value)
      : name === 'license'
        ? licenses[value as LicenseId].name
        : value

const author = await seedUser(database)
const headers = await seedSession(database, author)
const send = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
  const response = await app.inject({ method, url, headers, payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const post = await send('POST', '/api/posts', valuesOf(1))

describe.each(postFieldNames)('the field %s', (name) => {
  it('is stored when the post is published', async () => {
    expect(post[name]).toEqual(stored(name, 1))
    expect((await app.inject(`/api/posts/${post.id}`)).json()[name]).toEqual(stored(name, 1))
  })

  it('is on the page and in the Markdown of the post', async () => {
    const field = getPostField(name)
    const [page, markdown] = await Promise.all([
      app.inject(`/post/${post.id}`),
      app.inject(`/post/${post.id}.md`),
    ])
    const html = page.body.replace(/<(script|head)\b.*?<\/\1>/gs, '')
    if (field.kind === 'files') return expect(html).toContain(post[name][0])
    const [first = ''] = [sampleOf(name, 1)].flat().map((value) => displayedValue(name, value))
    // Browsers load the code that shows what a skill has besides.
    if (name !== 'skill') expect(html).toContain(first)
    expect(markdown.body).toContain(first)
  })

  it('is changed by an edit of this field alone', async () => {
    const { id } = await send('POST', '/api/posts', { ...valuesOf(1), prompt: `Edit ${name}` })
    const before = (await app.inject({ url: `/api/posts/${id}`, headers })).json()
    const edited = await send('PATCH', `/api/posts/${id}`, { [name]: sampleOf(name, 2) })
    const {
      comments: _,
      commentsAfter: __,
      tallies: ___,
      suggestedEdits: ____,
      editedAt: _____,
      ...card
    } = before
    const length = name === 'prompt' ? { promptLength: sampleOf(name, 2).length } : {}
    expect(edited).toEqual({ ...card, ...length, version: 2, revision: 2, [name]: stored(name, 2) })
  })

  it('is stored in a draft', async () => {
    const id = crypto.randomUUID()
    const payload = { [name]: getPostField(name).kind === 'files' ? post[name] : sampleOf(name, 1) }
    const url = `/api/user/drafts/${id}`
    const saved = await app.inject({ method: 'PUT', url, headers, payload })
    expect(saved.json()[name]).toEqual(stored(name, 1))
    expect((await app.inject({ url, headers })).json()[name]).toEqual(stored(name, 1))
  })

  it.runIf(getSearchIndexPart(name))('is found by a search, also after an edit', async () => {
    const find = async (text: string) =>
      (await app.inject(`/api/search?q=${text}`)).json().map((found: { id: number }) => found.id)
    const first = { ...valuesOf(1), prompt: `Find ${name}`, [name]: `${name}quokka` }
    const { id } = await send('POST', '/api/posts', first)
    expect(await find(`${name}quokka`)).toEqual([id])
    await send('PATCH', `/api/posts/${id}`, { [name]: `zebra${name}` })
    expect(await find(`zebra${name}`)).toEqual([id])
  })
})

it('exports every field with the account', async () => {
  const { posts } = (await app.inject({ url: '/api/user/export', headers })).json()
  const exported = posts.find(({ id }: { id: number }) => id === post.id)
  expect(exported).toMatchObject({
    ...valuesOf(1),
    exampleFiles: [expect.stringMatching(/^data:image\/png;/)],
  })
})

it('exports every field but the files with a collection', async () => {
  const { id } = await send('POST', '/api/collections', { title: 'Best of', postId: post.id })
  const { posts } = (await app.inject({ url: `/api/collections/${id}/export?format=json`, headers })).json()
  expect(posts).toEqual([expect.objectContaining(pick(valuesOf(1), formFieldNames))])
})

it('exports and imports every field', async () => {
  const file = await writeTemporaryFile('posts.jsonl', '')
  await exportPostsToFile(sql, file, { signal: new AbortController().signal, onRows: () => {} })
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const line = lines.find((text) => JSON.parse(text).seoSlug === post.seoSlug) ?? ''
  await sql`delete from posts`
  expect(await importText(sql, line)).toMatchObject({ added: 1, badRows: 0 })
  const [imported] = await sql<{ id: number }[]>`select id from posts`
  const read = await app.inject({ url: `/api/posts/${imported?.id}`, headers })
  expect(read.json()).toMatchObject(storedFields(1))
})

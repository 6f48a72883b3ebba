import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedDraft, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'
import type { Draft, DraftVersion } from '../contract.ts'
import { MAX_DRAFT_VERSIONS, MAX_DRAFTS } from '../contract-values.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const aMember = async (fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, fields)
  return { user, headers: (await seedSession(database, user)) as Headers }
}
const request = async (method: string, url: string, headers: Headers = {}, payload?: object) => {
  const response = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const urlOf = (id: string) => `/api/user/drafts/${id}`
const save = (id: string, headers: Headers, body: object = {}) => request('PUT', urlOf(id), headers, body)
const read = async (id: string, headers: Headers): Promise<Draft> =>
  (await request('GET', urlOf(id), headers)).body
const list = async (headers: Headers) => (await request('GET', '/api/user/drafts', headers)).body
const versions = async (id: string, headers: Headers): Promise<DraftVersion[]> =>
  (await request('GET', `${urlOf(id)}/versions`, headers)).body
/** Backdates the start of a draft's current version by two minutes. */
const passTime = (id: string) =>
  sql`update drafts set version_at = version_at - interval '2 minutes' where key = ${id}`
const complete = { title: 'Haiku', description: 'About rain', prompt: 'Write a haiku' }
let width = 20
/** Uploads a unique file and returns its path. */
const anUploadedFile = async (headers: Headers): Promise<string> => {
  width += 1
  const picture = toDataUrl(await createTestImage(width).png().toBuffer())
  const body = { ...complete, prompt: randomUUID(), exampleFiles: [picture] }
  const { body: post } = await request('POST', '/api/posts', headers, body)
  await request('DELETE', `/api/posts/${post.id}`, headers)
  return post.exampleFiles[0]
}

describe('a draft', () => {
  it('is saved with whatever it has, under the id of the browser, once', async () => {
    const { headers } = await aMember()
    const id = randomUUID()
    const file = await anUploadedFile(headers)
    const fields = {
      prompt: '  Write a haiku ',
      type: 'Code',
      tags: ['#Rain'],
      models: ['claude'],
      topicId: 3,
      remixOf: 4,
      exampleFiles: [file],
    }
    expect((await save(id, headers, fields)).status).toBe(200)
    expect((await save(id, headers, fields)).body).toMatchObject({
      ...fields,
      id,
      prompt: 'Write a haiku',
      tags: ['rain'],
      title: '',
      isPrivate: false,
      publishAt: null,
      problem: '',
    })
    expect(await list(headers)).toMatchObject([{ id, title: '', excerpt: 'Write a haiku' }])
    const created = await request('POST', '/api/user/drafts', headers, { title: 'Another' })
    expect(await list(headers)).toMatchObject([{ id: created.body.id, title: 'Another' }, { id }])
  })

  it('is read and changed by nobody else, not even by an admin or under the same id', async () => {
    const { headers, user } = await aMember()
    const id = await seedDraft(database, user)
    for (const isAdmin of [false, true]) {
      const other = await aMember({ isAdmin })
      expect((await request('GET', urlOf(id), other.headers)).body.code).toBe('draft-not-found')
      expect((await request('GET', `${urlOf(id)}/versions`, other.headers)).status).toBe(404)
      expect((await save(id, other.headers, { title: 'Mine' })).status).toBe(200)
      await request('DELETE', urlOf(id), other.headers)
      expect(await list(other.headers)).toEqual([])
    }
    expect((await read(id, headers)).title).toBe('Haiku')
  })

  it.each([
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ description: 'x'.repeat(5_001) }, 'description'],
    [{ models: ['nothing'] }, 'models.0'],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'tags'],
    [{ exampleFiles: ['data:image/png;base64,AAAA'] }, 'exampleFiles.0'],
    [{ exampleFiles: [`/media/${'a'.repeat(64)}-1x1.png`] }, 'exampleFiles.0'],
  ])('cannot contain %j', async (fields, path) => {
    const { headers } = await aMember()
    const { status, body } = await save(randomUUID(), headers, fields)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  it("cannot name another member's file", async () => {
    const file = await anUploadedFile((await aMember()).headers)
    const { headers } = await aMember()
    expect((await save(randomUUID(), headers, { exampleFiles: [file] })).status).toBe(400)
  })

  it(`is one of at most ${MAX_DRAFTS}`, async () => {
    const { headers, user } = await aMember()
    for (let count = 1; count < MAX_DRAFTS; count += 1) await seedDraft(database, user)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const saved = await Promise.all(ids.map((id) => save(id, headers, { title: 'Last' })))
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(saved.find(({ status }) => status === 409)?.body.code).toBe('too-many-drafts')
    const [{ id }] = await list(headers)
    expect((await save(id, headers, { title: 'Changed' })).status).toBe(200)
  })

  it('goes with the account', async () => {
    const { user } = await aMember()
    const id = await seedDraft(database, user)
    await sql`delete from users where id = ${user.id}`
    expect(await sql`select from drafts where key = ${id}`).toHaveLength(0)
  })

  it('protects its files and those of its versions from the sweep', async () => {
    const { headers } = await aMember()
    const id = randomUUID()
    const dataDir = getTestDataDir(app)
    const files = createFileStore({ dataDir, s3: null })
    const sweep = async () => {
      await sql`update media_files set touched_at = now() - interval '25 hours'`
      return sweepMedia({ sql, files })
    }
    await save(id, headers, { exampleFiles: [await anUploadedFile(headers)] })
    await sweep()
    expect(await sweep()).toBe(0)
    await save(id, headers, { exampleFiles: [], isNewVersion: true })
    expect(await sweep()).toBe(0)
    await request('DELETE', urlOf(id), headers)
    expect(await sweep()).toBe(1)
  })
})

describe('the versions of a draft', () => {
  it('are what it said before, one a minute', async () => {
    const { headers } = await aMember()
    const id = randomUUID()
    await save(id, headers, { title: 'One' })
    await save(id, headers, { title: 'Two' })
    expect(await versions(id, headers)).toEqual([])
    await passTime(id)
    await save(id, headers, { title: 'Two' })
    expect(await versions(id, headers)).toEqual([])
    await save(id, headers, { title: 'Three' })
    await save(id, headers, { title: 'Four' })
    expect(await versions(id, headers)).toMatchObject([{ title: 'Two' }])
    // Restoring a version keeps the replaced content as a version, even if the last version is less than a minute old.
    await save(id, headers, { title: 'Two', isNewVersion: true })
    expect(await versions(id, headers)).toMatchObject([{ title: 'Four' }, { title: 'Two' }])
  })

  it(`are the last ${MAX_DRAFT_VERSIONS}`, async () => {
    const { headers } = await aMember()
    const id = randomUUID()
    for (let count = 0; count <= MAX_DRAFT_VERSIONS + 1; count += 1)
      await save(id, headers, { title: `Number ${count}`, isNewVersion: true })
    const titles = (await versions(id, headers)).map(({ title }) => title)
    expect(titles).toHaveLength(MAX_DRAFT_VERSIONS)
    expect([titles.at(0), titles.at(-1)]).toEqual([`Number ${MAX_DRAFT_VERSIONS}`, 'Number 1'])
  })
})

describe('publishing from a draft', () => {
  it('deletes it with the creation of the post, and only then', async () => {
    const { headers, user } = await aMember()
    const id = await seedDraft(database, user)
    const send = (more: object) =>
      request('POST', '/api/posts', headers, { ...complete, requestKey: id, draftId: id, ...more })
    expect((await send({ topicId: 2_000_000_000 })).status).toBe(400)
    expect(await list(headers)).toHaveLength(1)
    const post = await send({})
    expect(post.body.title).toBe('Haiku')
    expect(await list(headers)).toEqual([])
    expect((await send({})).body.id).toBe(post.body.id)
    expect(await list(headers)).toEqual([])
  })

  it.each([
    [false, /^\/post\/\d+$/],
    [true, /^\/private\//],
  ])('rejects a late save with the URL of the post (private: %s)', async (isPrivate, url) => {
    const { headers, user } = await aMember()
    const id = await seedDraft(database, user)
    await request('POST', '/api/posts', headers, { ...complete, isPrivate, requestKey: id, draftId: id })
    for (const late of [{ title: 'Late' }, { title: 'Later', isNewVersion: true }]) {
      const { status, body } = await save(id.toUpperCase(), headers, late)
      expect([status, body.code, body.conflictUrl]).toEqual([
        409,
        'draft-published',
        expect.stringMatching(url),
      ])
    }
    expect(await list(headers)).toEqual([])
  })

  it('leaves the id of a published draft to other members', async () => {
    const { headers, user } = await aMember()
    const id = await seedDraft(database, user)
    await request('POST', '/api/posts', headers, { ...complete, requestKey: id, draftId: id })
    expect((await save(id, (await aMember()).headers, { title: 'Mine' })).status).toBe(200)
  })
})

it('exports the drafts of the account', async () => {
  const { headers } = await aMember()
  await save(randomUUID(), headers, { title: 'Half' })
  const { body } = await request('GET', '/api/user/export', headers)
  expect(body.drafts).toMatchObject([{ fields: { title: 'Half' }, versions: [] }])
})

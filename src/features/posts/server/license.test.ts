import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { paths } from '#core/paths.ts'
import { readConfig } from '#server/config.ts'
import { errorLogger } from '#server/log.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedDraft, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { importText } from '#tests/support/import-files.ts'
import { draftPublicationJob } from '#use-cases/publish-due-drafts.ts'
import { postFields } from '../contract-fields.ts'
import { postMessages } from '../contract-messages.ts'

const database = await createTestDatabase()
const { sql } = database
const site = { name: 'Prompts', url: 'http://localhost:3000', version: '1.0.0' }
const renderer = createRenderer(site, { scripts: [], styles: [], preloads: [] })
const app = await buildTestApp(database, {}, renderer)
const preset = await buildTestApp(database, { DEFAULT_LICENSE: 'CC-BY-4.0' })
const FIXED = { DEFAULT_LICENSE: 'CC0-1.0', MEMBERS_CHOOSE_LICENSE: 'false' }
const fixed = await buildTestApp(database, FIXED)

const author = await seedUser(database)
const headers = await seedSession(database, author)
let number = 0
const newPost = (fields: object = {}) => {
  number += 1
  return { title: `Title ${number}`, description: 'About it', prompt: `Prompt ${number}`, ...fields }
}
const send = async (method: 'POST' | 'PATCH', url: string, payload: object, to = app) => {
  const response = await to.inject({ method, url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}
const publish = async (fields: object = {}, to = app) =>
  (await send('POST', '/api/posts', newPost(fields), to)).body

describe('the license of a post', () => {
  it('is not specified unless the author chooses one', async () => {
    expect((await publish()).license).toBe('unspecified')
    expect((await publish({ license: 'MIT' })).license).toBe('MIT')
  })

  it('of a post that a server of the previous version writes is not specified', async () => {
    const { id } = await seedPost(database, { by: author })
    expect((await app.inject(`/api/posts/${id}`)).json()).toMatchObject({
      license: 'unspecified',
      sourceUrl: '',
    })
    expect((await app.inject(`/post/${id}`)).body).not.toContain('License:')
    expect((await app.inject(`/post/${id}.md`)).body).not.toMatch(/License|Source/)
  })

  it('is rejected if it is unknown', async () => {
    const { status, body } = await send('POST', '/api/posts', newPost({ license: 'GPL' }))
    expect([status, body.issues]).toEqual([400, [{ path: 'license', message: postFields.license.unknown }]])
  })

  it("is the site's default if the author chooses none, but not after an edit", async () => {
    expect((await publish({}, preset)).license).toBe('CC-BY-4.0')
    const { id, license } = await publish({ license: 'all-rights-reserved' }, preset)
    expect(license).toBe('all-rights-reserved')
    const edited = await send('PATCH', `/api/posts/${id}`, { license: 'unspecified' }, preset)
    expect(edited.body.license).toBe('unspecified')
  })

  it("can only be the site's if members cannot choose", async () => {
    expect((await publish({}, fixed)).license).toBe('CC0-1.0')
    expect((await publish({ license: 'CC0-1.0' }, fixed)).license).toBe('CC0-1.0')
    const issues = [{ path: 'license', message: postMessages.licenseFixed }]
    const rejected = await send('POST', '/api/posts', newPost({ license: 'MIT' }), fixed)
    expect([rejected.status, rejected.body.issues]).toEqual([400, issues])
    const { id } = await publish({ license: 'MIT' })
    const edit = (license: string) => send('PATCH', `/api/posts/${id}`, { license, title: 'New' }, fixed)
    expect((await edit('CC-BY-4.0')).body.issues).toEqual(issues)
    expect((await edit('unspecified')).body.issues).toEqual(issues)
    expect((await edit('MIT')).body).toMatchObject({ license: 'MIT', title: 'New' })
    expect((await edit('CC0-1.0')).body.license).toBe('CC0-1.0')
    const restored = await send('POST', `/api/posts/${id}/versions/1/restore`, {}, fixed)
    expect(restored.body).toMatchObject({ license: 'CC0-1.0' })
  })

  it("is the site's when a draft is published by itself", async () => {
    const fields = { title: 'Scheduled', description: 'About it', prompt: 'A scheduled prompt' }
    const id = await seedDraft(database, author, fields)
    await sql`update drafts set publish_at = now() - interval '1 second' where key = ${id}`
    const config = readConfig({ DATA_DIR: getTestDataDir(app), RATE_LIMIT_SCALE: '0', ...FIXED })
    const { signal } = new AbortController()
    const context = { sql, config, files: createFileStore(config), log: errorLogger, signal }
    await draftPublicationJob.run({ ...context, databaseUrl: '', enqueuedAt: new Date() }, {})
    expect(await sql`select license from posts where title = 'Scheduled'`).toEqual([{ license: 'CC0-1.0' }])
  })

  it('is on the page with a link to its text, and in the feed', async () => {
    const source = 'https://example.org/prompts?a=1&b=2'
    const { id, title } = await publish({ license: 'CC-BY-SA-4.0', sourceUrl: source, title: 'Licensed' })
    const { body } = await app.inject(`/post/${id}`)
    expect(body).toMatch(
      /<a href="https:\/\/creativecommons\.org\/licenses\/by-sa\/4\.0\/" rel="license noopener"[^>]*>CC BY-SA 4\.0<\/a>/,
    )
    expect(body).toMatch(
      /<a href="https:\/\/example\.org\/prompts\?a=1&amp;b=2" rel="nofollow ugc noopener"[^>]*><bdi>example\.org<\/bdi>/,
    )
    const feed = (await app.inject(paths.newFeed)).body
    const item = feed.split('<item>').find((part) => part.includes(`<title>${title}</title>`))
    expect(item).toContain(
      '<dc:rights>CC BY-SA 4.0</dc:rights><creativeCommons:license>https://creativecommons.org/licenses/by-sa/4.0/</creativeCommons:license><dc:source>https://example.org/prompts?a=1&amp;b=2</dc:source>',
    )
  })

  it('is text without a link if all rights are reserved', async () => {
    const { id } = await publish({ license: 'all-rights-reserved' })
    expect((await app.inject(`/post/${id}`)).body).toMatch(
      /<span>License:(<!-- -->)? (<!-- -->)?All rights reserved<\/span>/,
    )
  })
})

describe('the source of a post', () => {
  const BAD = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/x',
    '//example.org',
    'https://user:pw@example.org',
    'example.org',
    'https://',
    'java\nscript:alert(1)',
  ]

  it.each(BAD)('is rejected if it is %j', async (sourceUrl) => {
    const issues = [{ path: 'sourceUrl', message: postFields.sourceUrl.notUrl }]
    expect((await send('POST', '/api/posts', newPost({ sourceUrl }))).body.issues).toEqual(issues)
    const { id } = await seedPost(database, { by: author })
    expect((await send('PATCH', `/api/posts/${id}`, { sourceUrl })).body.issues).toEqual(issues)
    const others = await seedPost(database, { topic: await seedTopic(database) })
    const suggestion = { sourceUrl, reason: 'It is from there' }
    expect((await send('POST', `/api/posts/${others.id}/suggested-edits`, suggestion)).body.issues).toEqual(
      issues,
    )
  })

  it('can have 500 characters, may be empty, and is incomplete in a draft', async () => {
    const longest = `http://example.org/${'x'.repeat(481)}`
    expect((await publish({ sourceUrl: longest })).sourceUrl).toBe(longest)
    expect((await publish({ sourceUrl: ' HTTPS://Example.org ' })).sourceUrl).toBe('HTTPS://Example.org')
    const { body } = await send('POST', '/api/posts', newPost({ sourceUrl: `${longest}x` }))
    expect(body.issues).toEqual([{ path: 'sourceUrl', message: 'Source URL must be at most 500 characters' }])
    const draft = { method: 'PUT', url: `/api/user/drafts/${crypto.randomUUID()}`, headers } as const
    expect((await app.inject({ ...draft, payload: { sourceUrl: 'htt' } })).json().sourceUrl).toBe('htt')
  })

  it('of an accepted suggestion becomes that of the post', async () => {
    const { id } = await publish({ topicId: (await seedTopic(database)).id })
    const other = await seedSession(database, await seedUser(database))
    const payload = { sourceUrl: 'https://example.org/origin', reason: 'It is from there' }
    const url = `/api/posts/${id}/suggested-edits`
    const suggested = (await app.inject({ method: 'POST', url, headers: other, payload })).json()
    await send('POST', `${url}/${suggested.id}/accept`, {})
    expect((await app.inject(`/api/posts/${id}`)).json().sourceUrl).toBe('https://example.org/origin')
  })

  it('is checked in an imported file', async () => {
    const row = {
      title: 'Imported',
      description: 'About it',
      prompt: 'An imported prompt',
      type: 'Text',
      models: [],
      exampleFiles: [],
      topic: null,
      author: 'somebody',
      seoSlug: 'imported',
      createdAt: '2026-01-01T00:00:00.000Z',
      isPrivate: false,
      privateId: null,
    }
    const bad = { ...row, sourceUrl: 'javascript:alert(1)' }
    expect(await importText(sql, JSON.stringify(bad))).toMatchObject({ added: 0, badRows: 1 })
    expect(await importText(sql, JSON.stringify({ ...row, license: 'MIT' }))).toMatchObject({
      added: 1,
      badRows: 0,
    })
    expect(await sql`select license, source_url from posts where title = 'Imported'`).toEqual([
      { license: 'MIT', sourceUrl: '' },
    ])
  })
})

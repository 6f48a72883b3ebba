import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { writeSkill } from '#core/skill.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { writeArchive } from './archive.ts'
import { deleteUnusedContents } from './store.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const { sql } = database
const app = await buildTestApp(database)
let site = ''
beforeAll(async () => {
  site = await app.listen({ port: 0, host: '127.0.0.1' })
})

const by = await seedUser(database, { username: 'skilled' })
const headers = await seedSession(database, by)
const others = await seedSession(database, await seedUser(database))

type Body = Record<string, unknown>
const send = async (
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  url: string,
  payload: Body,
  as = headers,
) => {
  const response = await app.inject({ method, url, headers: as, payload })
  return { status: response.statusCode, body: response.json() }
}
// Responses to requests with a token are not cached.
const uncached = await seedApiToken(database, await seedUser(database), ['read'])
const get = (url: string, as: Record<string, string> = uncached) => app.inject({ url, headers: as })

type File = { path: string; content: string }
const store = async (files: File[], as = headers) =>
  (await send('POST', '/api/skill-files', { files }, as)).body.files

const texts = {
  title: 'PDF tools',
  description: 'Reads PDF files.\nUse for PDFs.',
  prompt: '# PDF\n\nUse `x`.',
  form: 'skill',
}
const toSkill = (skill: Body = {}) =>
  writeSkill({ name: 'pdf-tools', compatibility: '', allowedTools: '', metadata: {}, files: [], ...skill })
const publish = async (skill: Body = {}, more: Body = {}) =>
  send('POST', '/api/posts', {
    ...texts,
    prompt: `${texts.prompt} ${Math.random()}`,
    skill: toSkill(skill),
    ...more,
  })

const SCRIPTS = [
  { path: 'scripts/run.sh', content: '#!/bin/sh\necho "<script>alert(1)</script>"\n' },
  { path: 'references/GUIDE.md', content: '# Guide\n\nÜber 日本\n' },
]

const indexOf = async () => {
  const response = await get('/.well-known/agent-skills/index.json')
  return response.json() as {
    skills: { name: string; type: string; url: string; digest: string; description: string }[]
  }
}
const entryOf = async (name: string) => (await indexOf()).skills.find((skill) => skill.name === name)

describe('a skill', () => {
  it('is served with its front matter, by the digest that the index names', async () => {
    const { body } = await publish(
      {
        name: 'front-matter',
        compatibility: 'Needs git',
        allowedTools: 'Bash(git:*) Read',
        metadata: { version: '1.0', 'a.b': 'says: "x"' },
      },
      { license: 'MIT', sourceUrl: 'https://example.org/', prompt: '# Hello\n\n---\nmore' },
    )
    const entry = await entryOf('front-matter')
    expect(entry).toMatchObject({ type: 'skill-md', description: 'Reads PDF files. Use for PDFs.' })
    const file = await get(entry?.url ?? '')
    expect(file.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(file.headers['access-control-allow-origin']).toBe('*')
    expect(entry?.digest).toBe(`sha256:${hash('sha256', file.rawPayload, 'hex')}`)
    expect(file.body).toBe(`---
name: front-matter
description: "Reads PDF files. Use for PDFs."
license: "MIT"
compatibility: "Needs git"
metadata:
  "version": "1.0"
  "a.b": "says: \\"x\\""
  "basedOn": "https://example.org/"
allowed-tools: "Bash(git:*) Read"
---

# Hello

---
more
`)
    expect(body).toMatchObject({ form: 'skill', version: 1 })
    const old = (await get('/.well-known/skills/index.json')).json()
    expect(old.skills).toContainEqual({
      name: 'front-matter',
      description: 'Reads PDF files. Use for PDFs.',
      files: ['SKILL.md'],
    })
    expect((await get('/.well-known/skills/')).json()).toEqual(old)
    expect((await get('/.well-known/skills/front-matter/SKILL.md')).body).toBe(file.body)
    expect((await app.inject({ method: 'HEAD', url: entry?.url ?? '' })).statusCode).toBe(200)
  })

  it('with files is an archive; its files are texts, which never run', async () => {
    const files = await store(SCRIPTS)
    const { body } = await publish({ name: 'with-files', files })
    const entry = await entryOf('with-files')
    expect(entry).toMatchObject({ type: 'archive', url: '/.well-known/agent-skills/with-files@1.zip' })
    const archive = await get(entry?.url ?? '')
    expect(archive.headers['content-type']).toBe('application/zip')
    expect(entry?.digest).toBe(`sha256:${hash('sha256', archive.rawPayload, 'hex')}`)
    const script = await get('/.well-known/agent-skills/with-files/scripts/run.sh')
    expect([script.headers['content-type'], script.headers['x-content-type-options'], script.body]).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
      SCRIPTS[0]?.content,
    ])
    const { name, releases } = (await get(`/api/posts/${body.id}/skill`)).json()
    expect([name, releases[0].files.map((file: File) => file.path)]).toEqual([
      'with-files',
      ['SKILL.md', 'scripts/run.sh', 'references/GUIDE.md'],
    ])
    const [, , guide] = releases[0].files
    expect((await get(`/api/posts/${body.id}/skill/files/${guide.sha256}`)).json()).toEqual({
      content: SCRIPTS[1]?.content,
    })
  })

  it('is downloaded with its files in a folder, also while it is private, in its newest version that is not withdrawn', async () => {
    const sent = await store(SCRIPTS)
    const { body: post } = await publish({ files: sent }, { isPrivate: true })
    const url = `/api/posts/${post.id}/skill/archive`
    const [folder] = (
      await sql<{ name: string }[]>`
      select name from skill_releases where post_id = ${post.id}`
    ).map(({ name }) => name)
    const namesIn = async () => {
      const response = await get(url, headers)
      expect(response.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${folder}.zip"`,
      })
      const entries = await new ZipReader(new Uint8ArrayReader(response.rawPayload)).getEntries()
      return entries.map(({ filename }) => filename).sort()
    }
    const whole = ['SKILL.md', ...SCRIPTS.map(({ path }) => path)].map((path) => `${folder}/${path}`).sort()
    expect(await namesIn()).toEqual(whole)
    for (const stranger of [uncached, others]) expect((await get(url, stranger)).statusCode).toBe(404)
    await send('PATCH', `/api/posts/${post.id}`, { skill: toSkill() })
    expect(await namesIn()).toEqual([`${folder}/SKILL.md`])
    await send('POST', `/api/posts/${post.id}/versions/2/withdraw`, { reason: 'Broken' })
    expect(await namesIn()).toEqual(whole)
    await send('POST', `/api/posts/${post.id}/versions/1/withdraw`, { reason: 'Broken' })
    expect((await get(url, headers)).statusCode).toBe(404)
  })

  it('has archives that are the same bytes for ever', async () => {
    const archive = await writeArchive([{ path: 'SKILL.md', content: '---\nname: a\n---\n' }, ...SCRIPTS])
    expect(hash('sha256', archive, 'hex')).toMatchInlineSnapshot(
      `"f682df48687126312b6776a6b80294d8ee64e0329f121c7d72af2e44eb1bed6d"`,
    )
  })

  it('gets a name with a number if another skill has the name, also after that is deleted', async () => {
    const first = await publish({ name: 'taken' })
    const second = await publish({ name: 'taken' })
    const nameOf = async (id: number) => (await get(`/api/posts/${id}/skill`)).json().name
    expect([await nameOf(first.body.id), await nameOf(second.body.id)]).toEqual(['taken', 'taken-2'])
    expect((await get('/.well-known/agent-skills/taken-2/SKILL.md')).body).toContain('name: taken-2\n')
    await send('DELETE', `/api/posts/${first.body.id}`, {})
    expect((await get('/.well-known/agent-skills/taken/SKILL.md')).statusCode).toBe(404)
    expect(await nameOf((await publish({ name: 'taken' })).body.id)).toBe('taken-3')
    await send('PATCH', `/api/posts/${second.body.id}`, { prompt: 'Changed' })
    expect(await nameOf(second.body.id)).toBe('taken-2')
  })

  it('keeps every version at its address, and never changes one', async () => {
    const { body } = await publish({ name: 'versions', files: await store(SCRIPTS.slice(0, 1)) })
    const first = await get('/.well-known/agent-skills/versions@1.zip')
    const url = `/api/posts/${body.id}`
    for (const prompt of ['Second', 'Third'])
      expect((await send('PATCH', url, { prompt })).body.version).toBeGreaterThan(1)
    await send('PATCH', url, { skill: toSkill({ name: 'versions' }) })
    const { releases } = (await get(`${url}/skill`)).json()
    expect(releases.map((release: { version: number }) => release.version)).toEqual([4, 3, 2, 1])
    expect((await get('/.well-known/agent-skills/versions@1.zip')).rawPayload).toEqual(first.rawPayload)
    expect((await entryOf('versions'))?.url).toBe('/.well-known/agent-skills/versions@4/SKILL.md')
    expect((await get('/.well-known/agent-skills/versions@2/scripts/run.sh')).body).toBe(SCRIPTS[0]?.content)
    expect((await get('/.well-known/agent-skills/versions/scripts/run.sh')).statusCode).toBe(404)
    const restored = await send('POST', `${url}/versions/1/restore`, {})
    expect(restored.body.version).toBe(5)
    expect((await get('/.well-known/agent-skills/versions/scripts/run.sh')).body).toBe(SCRIPTS[0]?.content)
  })

  it('can be withdrawn in one version, which stays in the list with the reason', async () => {
    const { body } = await publish({ name: 'withdrawn' })
    await send('PATCH', `/api/posts/${body.id}`, { prompt: 'Second' })
    const url = `/api/posts/${body.id}/versions/2/withdraw`
    expect((await send('POST', url, { reason: ' ' })).status).toBe(400)
    expect((await send('POST', url, { reason: 'x' }, others)).status).toBe(403)
    expect((await send('POST', url, { reason: 'Leaks a key' })).status).toBe(200)
    expect((await send('POST', url, { reason: 'Again' })).status).toBe(404)
    const gone = await get('/.well-known/agent-skills/withdrawn@2/SKILL.md')
    expect([gone.statusCode, gone.body]).toEqual([410, 'This version has been withdrawn: Leaks a key\n'])
    expect((await entryOf('withdrawn'))?.url).toBe('/.well-known/agent-skills/withdrawn@1/SKILL.md')
    const { releases } = (await get(`/api/posts/${body.id}/skill`)).json()
    expect(releases[0]).toMatchObject({
      version: 2,
      withdrawnReason: 'Leaks a key',
      withdrawnAt: expect.any(String),
    })
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect(
      (await send('POST', `/api/posts/${body.id}/versions/1/withdraw`, { reason: 'Spam' }, admin)).status,
    ).toBe(200)
    expect(await entryOf('withdrawn')).toBeUndefined()
    const [event] = (await get('/api/admin/acts?q=Spam', admin)).json()
    expect(event).toMatchObject({
      action: 'decide-case',
      reason: 'Spam',
      after: { decision: 'withdraw-version', kind: 'version' },
    })
  })

  it('that is private or deleted is nowhere', async () => {
    const { body } = await publish({ name: 'hidden', files: await store(SCRIPTS) }, { isPrivate: true })
    const file = (await get(`/api/posts/${body.id}/skill`, headers)).json().releases[0].files[1]
    const urls = [
      '/.well-known/agent-skills/hidden/SKILL.md',
      '/.well-known/agent-skills/hidden@1.zip',
      `/post/${body.id}/.well-known/agent-skills/index.json`,
      `/api/posts/${body.id}/skill`,
      `/api/posts/${body.id}/skill/files/${file.sha256}`,
    ]
    const statuses = async () => Promise.all(urls.map(async (url) => (await get(url)).statusCode))
    expect(await statuses()).toEqual(urls.map(() => 404))
    expect(await entryOf('hidden')).toBeUndefined()
    expect((await get(`/api/posts/${body.id}/skill`, others)).statusCode).toBe(404)
    await send('PATCH', `/api/posts/${body.id}`, { prompt: 'Now public' })
    await send('PATCH', '/api/user/posts', { ids: [body.id], isPrivate: false })
    expect((await entryOf('hidden'))?.url).toBe('/.well-known/agent-skills/hidden@2.zip')
    // What it said before is its author's alone.
    expect((await get('/.well-known/agent-skills/hidden@1.zip')).statusCode).toBe(404)
    expect((await get(`/api/posts/${body.id}/skill`)).json().releases).toHaveLength(1)
    await send('DELETE', `/api/posts/${body.id}`, {})
    expect(await statuses()).toEqual(urls.map(() => 404))
  })

  it('loses the files of a version that its author deletes', async () => {
    const { body } = await publish({
      name: 'deleted-version',
      files: await store([{ path: 'key.txt', content: 'secret' }]),
    })
    await send('PATCH', `/api/posts/${body.id}`, { skill: toSkill({ name: 'deleted-version' }) })
    await send('DELETE', `/api/posts/${body.id}/versions/1`, {})
    expect((await get('/.well-known/agent-skills/deleted-version@1.zip')).statusCode).toBe(410)
    const { releases } = (await get(`/api/posts/${body.id}/skill`)).json()
    expect(releases[1]).toMatchObject({
      version: 1,
      files: [],
      withdrawnReason: 'The author has deleted this version.',
    })
    await sql`update skill_contents set created_at = now() - interval '2 days'`
    await sql`delete from skill_uploads where sha256 = ${hash('sha256', 'secret', 'hex')}`
    expect(await deleteUnusedContents(sql)).toBeGreaterThan(0)
    expect(await sql`select from skill_contents where content = 'secret'`).toEqual([])
    expect((await get('/.well-known/agent-skills/versions@1.zip')).statusCode).toBe(200)
  })

  it('goes with the account of its author: texts that nobody else uses, but not its name', async () => {
    const author = await seedUser(database, { username: 'leaving' })
    const as = await seedSession(database, author)
    const [shared, own] = await store(
      [
        { path: 'shared.txt', content: 'shared words' },
        { path: 'own.txt', content: 'words of who leaves' },
      ],
      as,
    )
    const original = {
      ...texts,
      prompt: 'Leaving',
      skill: toSkill({ name: 'leaving', files: [shared, own] }),
    }
    const { id } = (await send('POST', '/api/posts', original, as)).body
    const remix = { ...texts, prompt: 'Staying', skill: toSkill({ name: 'staying', files: [shared] }) }
    expect((await send('POST', '/api/posts', { ...remix, remixOf: id }, others)).status).toBe(200)
    expect((await send('DELETE', '/api/user', { confirm: author.username }, as)).status).toBe(200)
    expect((await get('/.well-known/agent-skills/leaving@1.zip')).statusCode).toBe(404)
    expect((await get('/u/leaving/.well-known/agent-skills/index.json')).json().skills).toEqual([])
    await sql`update skill_contents set created_at = now() - interval '2 days'`
    await deleteUnusedContents(sql)
    expect(
      await sql`select content from skill_contents where content ~ 'words of who leaves|shared words|Leaving'`,
    ).toEqual([{ content: 'shared words' }])
    expect((await get('/.well-known/agent-skills/staying/shared.txt')).body).toBe('shared words')
    const next = await publish({ name: 'leaving' })
    expect((await get(`/api/posts/${next.body.id}/skill`)).json().name).toBe('leaving-2')
  })

  it('has no files of others, unless it is based on their skill', async () => {
    const files = await store([{ path: 'own.txt', content: 'own words' }])
    const original = await publish({ name: 'original', files })
    const copy = (more: Body) =>
      send(
        'POST',
        '/api/posts',
        { ...texts, ...more, prompt: `Copy ${Math.random()}`, skill: toSkill({ name: 'copy', files }) },
        others,
      )
    expect((await copy({})).body.issues).toEqual([expect.objectContaining({ path: 'skill' })])
    const remix = await copy({ remixOf: original.body.id })
    expect(remix.status).toBe(200)
    expect((await get('/.well-known/agent-skills/copy/own.txt')).body).toBe('own words')
    const wrongSize = [{ ...files[0], size: 1 }]
    expect((await publish({ name: 'wrong-size', files: wrongSize })).status).toBe(400)
  })

  it('does not give away the files of a version that is withdrawn or was private', async () => {
    const publishAndChange = async (name: string, isPrivate: boolean) => {
      const files = await store([{ path: 'key.txt', content: `the key of ${name}` }])
      const { id } = (await publish({ name, files }, { isPrivate })).body
      await send('PATCH', `/api/posts/${id}`, { skill: toSkill({ name }) })
      return { id, files }
    }
    const copy = async ({ id, files }: { id: number; files: unknown }) =>
      (
        await send(
          'POST',
          '/api/posts',
          {
            ...texts,
            prompt: `Copy ${Math.random()}`,
            skill: toSkill({ name: 'copied', files }),
            remixOf: id,
          },
          others,
        )
      ).status
    const withdrawn = await publishAndChange('was-withdrawn', false)
    expect(await copy(withdrawn)).toBe(200)
    await send('POST', `/api/posts/${withdrawn.id}/versions/1/withdraw`, { reason: 'Contains a key' })
    expect(await copy(withdrawn)).toBe(400)
    const hidden = await publishAndChange('was-private', true)
    await send('PATCH', '/api/user/posts', { ids: [hidden.id], isPrivate: false })
    expect(await copy(hidden)).toBe(400)
    const again = toSkill({ name: 'was-withdrawn', files: withdrawn.files })
    expect((await send('PATCH', `/api/posts/${withdrawn.id}`, { skill: again })).status).toBe(200)
  })

  it.each(['123', '1e3', '0x1f', '2026-01-01', 'null', 'true', 'yes', 'no', 'off', 'y', '3d-models', 'nan'])(
    'has the name %s as text in its front matter',
    async (name) => {
      await publish({ name })
      const { body } = await get(`/.well-known/agent-skills/${name}/SKILL.md`)
      for (const version of ['1.1', '1.2'] as const)
        expect(parse(body.split('---\n')[1] ?? '', { version })).toMatchObject({ name })
    },
  )

  it('gets a name with few statements, however many skills ask for it', async () => {
    await sql`insert into skill_names (name) select concat('popular', '-' || nullif(n, 1)) from generate_series(1, 3000) n`
    statements.length = 0
    const { body } = await publish({ name: 'popular' })
    expect(statements.length).toBeLessThan(40)
    expect((await get(`/api/posts/${body.id}/skill`)).json().name).toBe('popular-3001')
    await send('PATCH', `/api/posts/${body.id}`, { prompt: 'Changed' })
    expect((await get(`/api/posts/${body.id}/skill`)).json().name).toBe('popular-3001')
    const long = 'a'.repeat(64)
    const names: string[] = []
    for (let count = 0; count < 12; count += 1)
      names.push((await get(`/api/posts/${(await publish({ name: long })).body.id}/skill`)).json().name)
    expect(names.slice(8)).toEqual([
      `${'a'.repeat(62)}-9`,
      ...[10, 11, 12].map((n) => `${'a'.repeat(61)}-${n}`),
    ])
  })

  it('becomes a new version when its author accepts a suggested edit', async () => {
    const { body } = await publish({ name: 'suggested' })
    const url = `/api/posts/${body.id}/suggested-edits`
    const suggestion = await send('POST', url, { prompt: 'Better', reason: 'Says more' }, others)
    expect((await send('POST', `${url}/${suggestion.body.id}/accept`, {})).status).toBe(200)
    expect((await entryOf('suggested'))?.url).toBe('/.well-known/agent-skills/suggested@2/SKILL.md')
    expect((await get('/.well-known/agent-skills/suggested/SKILL.md')).body).toMatch(/\nBetter\n$/)
    const files = await store([{ path: 'bad.sh', content: 'of a stranger' }], others)
    const skill = toSkill({ name: 'suggested', files })
    const other = await send('POST', url, { skill, reason: 'Adds a file' }, others)
    expect((await send('POST', `${url}/${other.body.id}/accept`, {})).status).toBe(400)
  })

  it('can wait in a draft, which publishes its files', async () => {
    const files = await store(SCRIPTS)
    const id = crypto.randomUUID()
    const draft = { ...texts, prompt: 'Drafted', skill: toSkill({ name: 'drafted', files }) }
    expect((await send('PUT', `/api/user/drafts/${id}`, draft)).body).toMatchObject(draft)
    expect((await send('POST', '/api/posts', { ...draft, requestKey: id, draftId: id })).status).toBe(200)
    expect((await entryOf('drafted'))?.type).toBe('archive')
  })

  it('keeps its files while it waits in a draft, which can be for a year', async () => {
    const files = await store([{ path: 'later.txt', content: 'Not before next year' }])
    const id = crypto.randomUUID()
    const draft = { ...texts, prompt: 'For later', skill: toSkill({ name: 'later', files }) }
    await send('PUT', `/api/user/drafts/${id}`, draft)
    await sql`update skill_uploads set created_at = now() - interval '300 days'`
    await sql`update skill_contents set created_at = now() - interval '300 days'`
    await deleteUnusedContents(sql)
    expect((await send('POST', '/api/posts', { ...draft, requestKey: id, draftId: id })).status).toBe(200)
    expect((await get('/.well-known/agent-skills/later/later.txt')).body).toBe('Not before next year')
  })

  const many = Array.from({ length: 101 }, (_, index) => ({
    path: `${index}.txt`,
    sha256: '0'.repeat(64),
    size: 0,
  }))
  const file = (name: string) => ({ path: name, sha256: '0'.repeat(64), size: 1 })
  it.each<[string, Body]>([
    ['a name in capitals', { name: 'PDF' }],
    ['a name of other letters', { name: 'écrire' }],
    ['two hyphens in a name', { name: 'a--b' }],
    ['a hyphen at the end of a name', { name: 'a-' }],
    ['no name', { name: '' }],
    ['a long name', { name: 'a'.repeat(65) }],
    ['a long compatibility', { compatibility: 'a'.repeat(501) }],
    ['metadata that are no texts', { metadata: { a: 1 } }],
    ['too many files', { files: many }],
    ['too large files together', { files: many.slice(0, 6).map((one) => ({ ...one, size: 1_000_000 })) }],
    ['a path that leaves the folder', { files: [file('../../.ssh/authorized_keys')] }],
    ['such a path within', { files: [file('a/../../b')] }],
    ['an absolute path', { files: [file('/etc/passwd')] }],
    ['a path of Windows', { files: [file('C:\\x')] }],
    ['a backslash', { files: [file('a\\b')] }],
    ['an empty segment', { files: [file('a//b')] }],
    ['a hidden file', { files: [file('.git/hooks/post-checkout')] }],
    ['a null character', { files: [file('a\0b')] }],
    ['SKILL.md itself', { files: [file('skill.MD')] }],
    ['SKILL.md as a folder', { files: [file('SKILL.md/a.txt')] }],
    ['the name of a device of Windows', { files: [file('nul')] }],
    ['such a name with an ending', { files: [file('a/Con.tar.gz')] }],
    ['such a name with another digit', { files: [file('COM\u00b9')] }],
    ['dots that some file systems turn into others', { files: [file('\uff0e\uff0e/a')] }],
    ['a name that is too long for Linux', { files: [file('\u65e5'.repeat(86))] }],
    ['two paths that differ in case', { files: [file('a.txt'), file('A.txt')] }],
    ['two paths that differ in the form of Unicode', { files: [file('\u00e9'), file('e\u0301')] }],
    ['a file that is a folder', { files: [file('a'), file('a/b')] }],
    ['a deep path', { files: [file('a/'.repeat(8).concat('b'))] }],
  ])('is refused with %s', async (_, skill) => {
    const { status, body } = await publish(skill)
    expect([status, body.issues?.[0].path]).toEqual([400, 'skill'])
    expect(body.issues[0].message).toMatch(/^[A-Z]/)
  })

  it('is refused without front matter or with a long description, and drafts are not', async () => {
    for (const skill of ['', '{', '[]', '"x"', 'null'])
      expect(
        (await send('POST', '/api/posts', { ...texts, prompt: skill || 'x', skill })).body.issues[0].path,
      ).toBe('skill')
    const description = 'd'.repeat(1_025)
    expect((await publish({}, { description })).body.issues[0].path).toBe('description')
    expect(
      (await send('PUT', `/api/user/drafts/${crypto.randomUUID()}`, { form: 'skill', skill: '' })).status,
    ).toBe(200)
  })

  it.each([
    ['a null character', 'a\0'],
    ['half a character', '\ud800'],
    ['more than 1 MB', 'é'.repeat(600_000)],
  ])('has no file with %s', async (_, content) => {
    expect((await send('POST', '/api/skill-files', { files: [{ path: 'a', content }] })).status).toBe(400)
  })
})

describe('npx skills add', () => {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('skills/package.json')),
    'bin/cli.mjs',
  )
  const add = async (source: string, ...options: string[]) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'skills-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const env = {
      PATH: process.env.PATH,
      HOME: directory,
      DISABLE_TELEMETRY: '1',
      DO_NOT_TRACK: '1',
      CI: '1',
    }
    const args = [cli, 'add', source, '--yes', '--copy', '--agent', 'claude-code', ...options]
    await promisify(execFile)(process.execPath, args, { cwd: directory, env })
    return path.join(directory, '.claude/skills')
  }

  it('installs a skill from the site, and all of a member or a post from their pages', async () => {
    const files = await store(SCRIPTS)
    const { body } = await publish({ name: 'installed', files, metadata: { a: 'b' } })
    const folder = await add(site, '--skill', 'installed')
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
      'installed',
      'installed/SKILL.md',
      'installed/references',
      'installed/references/GUIDE.md',
      'installed/scripts',
      'installed/scripts/run.sh',
    ])
    expect(await readFile(path.join(folder, 'installed/scripts/run.sh'), 'utf8')).toBe(SCRIPTS[0]?.content)
    expect(await readFile(path.join(folder, 'installed/SKILL.md'), 'utf8')).toBe(
      (await get('/.well-known/agent-skills/installed/SKILL.md')).body,
    )
    expect(await readdir(await add(`${site}/post/${body.id}`))).toEqual(['installed'])
    expect(await readdir(await add(`${site}/u/skilled`))).toEqual(
      expect.arrayContaining(['installed', 'versions', 'taken-2']),
    )
  })

  it('finds nothing at the page of a private skill', async () => {
    const { body } = await publish({ name: 'private' }, { isPrivate: true })
    await expect(add(`${site}/post/${body.id}`)).rejects.toThrow()
  })
})

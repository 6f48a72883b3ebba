import { describe, expect, it } from 'vitest'
import { compareTexts } from '#core/text-changes.ts'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'
import { compareTextsInWorker } from './compare-texts.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)
const files = createFileStore({ dataDir: getTestDataDir(app), s3: null })

type Headers = Record<string, string>
const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers = {},
  payload?: object,
) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const edit = (headers: Headers, id: number, to: object) => send('PATCH', `/api/posts/${id}`, headers, to)
const list = (id: number, headers?: Headers) => send('GET', `/api/posts/${id}/versions`, headers)
const read = (id: number, number: number, headers?: Headers) =>
  send('GET', `/api/posts/${id}/versions/${number}`, headers)
const compare = (id: number, from: number, to: number, headers?: Headers) =>
  send('GET', `/api/posts/${id}/versions/compare?from=${from}&to=${to}`, headers)
/** Backdates the newest version so that the next edit creates a new version. */
const pass = (id: number) =>
  sql`update post_versions set created_at = created_at - interval '11 minutes' where post_id = ${id}`

const LONG = `${'word '.repeat(60)}end`

const aPostWithAuthor = async (fields: Parameters<typeof seedPost>[1] = {}) => {
  const by = await seedUser(database)
  const post = await seedPost(database, { by, title: 'First', prompt: LONG, ...fields })
  return { ...post, by, headers: await seedSession(database, by) }
}

describe('Versions of a post', () => {
  it('has one version until it is edited', async () => {
    const { id, by } = await aPostWithAuthor()
    expect(await list(id)).toMatchObject({
      post: { id, version: 1 },
      versions: [{ number: 1, user: { username: by.username }, note: '', changed: [], restoredFrom: null }],
      before: null,
    })
    expect((await read(id, 1)).version).toMatchObject({ title: 'First', promptLength: LONG.length })
    expect((await read(id, 2)).status).toBe(404)
  })

  it('numbers each edit, with what it changed and the note of its author', async () => {
    const { id, headers } = await aPostWithAuthor()
    expect(await edit(headers, id, { title: 'Second', note: ' Better title ' })).toMatchObject({ version: 2 })
    await pass(id)
    expect(await edit(headers, id, { models: ['claude'], description: 'Other' })).toMatchObject({
      version: 3,
    })
    const { post, versions } = await list(id)
    expect(post.version).toBe(3)
    expect(versions).toMatchObject([
      { number: 3, changed: ['description', 'models'], note: '' },
      { number: 2, changed: ['title'], note: 'Better title' },
      { number: 1, changed: [] },
    ])
    expect((await read(id, 1)).version).toMatchObject({ title: 'First', models: [] })
    expect((await read(id, 2)).version).toMatchObject({ title: 'Second', models: [] })
    expect((await read(id, 3)).version).toMatchObject({ title: 'Second', models: ['claude'] })
    expect((await send('GET', `/api/posts/${id}`)).version).toBe(3)
  })

  it('makes one version of the edits within ten minutes', async () => {
    const { id, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second', note: 'Why' })
    expect(await edit(headers, id, { prompt: 'Short' })).toMatchObject({ version: 2 })
    expect(await edit(headers, id, { prompt: 'Short' })).toMatchObject({ version: 2 })
    const { versions } = await list(id)
    expect(versions).toMatchObject([{ number: 2, changed: ['title', 'prompt'], note: 'Why' }, { number: 1 }])
    expect((await read(id, 1)).version.promptLength).toBe(LONG.length)
  })

  it('counts the words that each version has gained and lost, whatever edits made it', async () => {
    const { id, headers } = await aPostWithAuthor({
      title: 'First',
      prompt: 'Write a short poem',
      description: 'Two words',
    })
    await edit(headers, id, { prompt: 'Write a long and sad poem', title: 'First title' })
    await pass(id)
    // These three edits become one version.
    await edit(headers, id, { prompt: 'Write something else' })
    await edit(headers, id, { prompt: 'Write a long and sad poem', models: ['claude'] })
    await edit(headers, id, { description: '写一首诗' })
    await pass(id)
    await edit(headers, id, { prompt: 'Write', models: [] })
    await edit(headers, id, { prompt: 'poem sad and long a Write' })
    const { versions } = await list(id)
    const sizes = versions.map(({ number, addedWords, removedWords }: Record<string, number>) => [
      number,
      addedWords,
      removedWords,
    ])
    const [, , { description }] = await Promise.all([1, 2, 3].map(async (n) => (await read(id, n)).version))
    expect(description).toBe('写一首诗')
    expect(sizes).toEqual([
      [4, 0, 0],
      [3, 4, 2],
      [2, 4, 1],
      [1, null, null],
    ])
    expect((await read(id, 2)).version).toMatchObject({ addedWords: 4, removedWords: 1 })
    expect((await compare(id, 1, 3)).to).toMatchObject({ addedWords: 4, removedWords: 2 })
  })

  it('makes no version of an edit that changes nothing', async () => {
    const { id, headers } = await aPostWithAuthor()
    expect(await edit(headers, id, { title: ' First ', note: 'Nothing' })).toMatchObject({ version: 1 })
    expect((await list(id)).versions).toHaveLength(1)
  })

  it('adds what a server of the previous version has written', async () => {
    const { id, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second' })
    await pass(id)
    await sql`update posts set title = 'By an old server' where id = ${id}`
    expect(await edit(headers, id, { title: 'Fourth' })).toMatchObject({ version: 4 })
    expect((await read(id, 3)).version).toMatchObject({ title: 'By an old server', changed: ['title'] })
    expect((await list(id)).versions).toHaveLength(4)
  })

  it('keeps every version when two edits come at once', async () => {
    const { id, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second' })
    await pass(id)
    const answers = await Promise.all([
      edit(headers, id, { title: 'Third' }),
      edit(headers, id, { description: 'Third' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { versions } = await list(id)
    expect(versions[0]).toMatchObject({ number: 3, changed: ['title', 'description'] })
  })

  it('pages through many versions', async () => {
    const { id, by } = await aPostWithAuthor()
    await sql`
      insert into post_versions (post_id, number, user_id, fields)
      select ${id}, number, ${by.id}, '{"title": "t"}' from generate_series(1, 120) number`
    await sql`update posts set version = 120 where id = ${id}`
    const numbers: number[] = []
    for (let before: number | null = 1_000; before; ) {
      const page: { versions: { number: number }[]; before: number | null } = await send(
        'GET',
        `/api/posts/${id}/versions?before=${before}`,
      )
      numbers.push(...page.versions.map(({ number }) => number))
      before = page.before
    }
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  })
})

it('reads a post with 500 long versions with as few queries as one with two', async () => {
  const withVersions = async (count: number) => {
    const { id, by, headers } = await aPostWithAuthor()
    await sql`
      insert into post_versions (post_id, number, user_id, fields)
      select ${id}, number, ${by.id}, json_build_object('title', 't' || number, 'prompt', repeat(md5(number::text), 600))
      from generate_series(1, ${count}::integer) number`
    await sql`update posts set version = ${count} where id = ${id}`
    const [counts, times]: [number[], number[]] = [[], []]
    for (const request of [
      () => list(id, headers),
      () => read(id, 2, headers),
      () => compare(id, 1, 2, headers),
      () => send('GET', `/api/posts/${id}`, headers),
    ]) {
      await request()
      queries.length = 0
      expect((await request()).status).toBe(200)
      counts.push(queries.length)
      times.push((await timeFastest(request)).ms)
    }
    return { counts, times }
  }
  const few = await withVersions(2)
  expect(few.counts).toEqual([3, 3, 4, 3])
  const many = await withVersions(500)
  expect(many.counts).toEqual(few.counts)
  for (const [index, ms] of many.times.entries())
    expect(ms).toBeLessThan(20 * Math.max(few.times[index] ?? 0, 2))
})

describe('Who sees versions', () => {
  it('shows visitors 150 characters of each prompt', async () => {
    const { id, headers } = await aPostWithAuthor({ prompt: `${'a'.repeat(160)}SECRET` })
    await edit(headers, id, { prompt: `${'b'.repeat(160)}HIDDEN` })
    for (const number of [1, 2]) {
      const { version } = await read(id, number)
      expect([version.prompt.length, version.promptLength, version.promptTruncated]).toEqual([150, 166, true])
      expect((await read(id, number, headers)).version).toMatchObject({ promptTruncated: false })
    }
    const comparison = await compare(id, 1, 2)
    expect(JSON.stringify(comparison)).not.toMatch(/SECRET|HIDDEN/)
    expect(comparison.isCut).toBe(true)
    const whole = await compare(id, 1, 2, headers)
    expect([whole.isCut, JSON.stringify(whole)]).toEqual([false, expect.stringMatching(/SECRET.*HIDDEN/)])
  })

  it('hides those of a private post from everybody who cannot see it', async () => {
    const { id, headers } = await aPostWithAuthor({ isPrivate: true })
    await edit(headers, id, { title: 'Second' })
    const other = await seedSession(database, await seedUser(database))
    for (const who of [{}, other])
      for (const answer of [await list(id, who), await read(id, 1, who), await compare(id, 1, 2, who)])
        expect(answer).toMatchObject({ status: 404, code: 'post-not-found' })
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect((await list(id, admin)).versions).toMatchObject([{ number: 2 }])
  })
})

describe('Comparing versions', () => {
  it('returns the fields that differ, in pieces', async () => {
    const { id, headers } = await aPostWithAuthor({
      prompt: 'Write a short poem about rain.',
      models: ['claude'],
    })
    await edit(headers, id, {
      prompt: 'Write a long poem about rain.',
      models: ['claude', 'gemini'],
      type: 'Code',
    })
    const { from, to, fields } = await compare(id, 1, 2, headers)
    expect([from.number, to.number]).toEqual([1, 2])
    expect(fields).toEqual([
      {
        name: 'prompt',
        changes: [
          { text: 'Write a ', change: 'same' },
          { text: 'short', change: 'removed' },
          { text: 'long', change: 'added' },
          { text: ' poem about rain.', change: 'same' },
        ],
      },
      {
        name: 'type',
        changes: [
          { text: 'Text', change: 'removed' },
          { text: 'Code', change: 'added' },
        ],
      },
      {
        name: 'models',
        changes: [
          { text: 'claude', change: 'same' },
          { text: 'gemini', change: 'added' },
        ],
      },
    ])
    expect((await compare(id, 1, 1, headers)).fields).toEqual([])
    expect((await compare(id, 1, 9, headers)).status).toBe(404)
  })
})

describe('Restoring a version', () => {
  const restore = (headers: Headers, id: number, number: number) =>
    send('POST', `/api/posts/${id}/versions/${number}/restore`, headers)

  it('makes a new version of it, with its files, and finds it again in searches', async () => {
    const { id, headers } = await aPostWithAuthor({ title: 'Quoll' })
    const file = toDataUrl(await createTestImage(7, 7).png().toBuffer())
    const { exampleFiles } = await edit(headers, id, { exampleFiles: [file] })
    await pass(id)
    await edit(headers, id, { title: 'Potoroo', exampleFiles: [] })
    await sql`update media_files set touched_at = now() - interval '2 days'`
    await sweepMedia({ sql, files })
    expect(await restore(headers, id, 2)).toMatchObject({
      status: 200,
      version: 4,
      title: 'Quoll',
      exampleFiles,
    })
    expect((await app.inject(exampleFiles[0])).statusCode).toBe(200)
    expect((await list(id)).versions[0]).toMatchObject({
      number: 4,
      restoredFrom: 2,
      changed: ['title', 'exampleFiles'],
    })
    expect((await app.inject({ url: '/api/search?q=quoll', headers })).json()).toHaveLength(1)
    // An edit right after a restore is not combined with it.
    expect(await edit(headers, id, { title: 'Bettong' })).toMatchObject({ version: 5 })
  })

  it('changes nothing if the post says the same already', async () => {
    const { id, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second' })
    expect(await restore(headers, id, 2)).toMatchObject({ status: 200, version: 2 })
  })

  it('is for the author, who must not be muted', async () => {
    const { id, by, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second' })
    const other = await seedSession(database, await seedUser(database))
    expect((await restore(other, id, 1)).status).toBe(403)
    expect((await restore({}, id, 1)).status).toBe(401)
    expect((await restore(headers, id, 3)).status).toBe(404)
    await sql`update users set is_muted = true where id = ${by.id}`
    expect(await restore(headers, id, 1)).toMatchObject({ status: 403, code: 'account-muted' })
  })
})

describe('Deleting a version', () => {
  const remove = (headers: Headers, id: number, number: number) =>
    send('DELETE', `/api/posts/${id}/versions/${number}`, headers)

  it('deletes what it said and its files, and leaves the other versions as they are', async () => {
    const { id, headers } = await aPostWithAuthor()
    const file = toDataUrl(await createTestImage(8, 8).png().toBuffer())
    const { exampleFiles } = await edit(headers, id, { exampleFiles: [file] })
    await pass(id)
    await edit(headers, id, { exampleFiles: [] })
    expect((await app.inject(exampleFiles[0])).statusCode).toBe(200)
    expect((await remove(headers, id, 2)).status).toBe(200)
    expect((await app.inject(exampleFiles[0])).statusCode).toBe(404)
    expect((await list(id)).versions.map(({ number }: { number: number }) => number)).toEqual([3, 1])
    expect((await remove(headers, id, 2)).status).toBe(404)
    expect(await remove(headers, id, 3)).toMatchObject({ status: 409, code: 'version-is-current' })
  })

  it('is for the author only', async () => {
    const { id, headers } = await aPostWithAuthor()
    await edit(headers, id, { title: 'Second' })
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect((await remove(admin, id, 1)).status).toBe(403)
    expect((await list(id)).versions).toHaveLength(2)
  })
})

describe('Comments and votes', () => {
  it('say which version they saw', async () => {
    const { id, headers } = await aPostWithAuthor()
    const old = await seedComment(database, { on: { id } })
    const voter = await seedSession(database, await seedUser(database))
    await edit(headers, id, { title: 'Second' })
    const comment = await send('POST', '/api/comments', voter, { postId: id, content: 'Now better' })
    expect(comment.postVersion).toBe(2)
    await send('POST', '/api/votes', voter, { postId: id, value: 1 })
    expect(await send('GET', `/api/votes/${id}`, voter)).toMatchObject({ value: 1, postVersion: 2 })
    await pass(id)
    await edit(headers, id, { title: 'Third' })
    expect(await send('GET', `/api/votes/${id}`, voter)).toMatchObject({ value: 1, postVersion: 2 })
    await send('POST', '/api/votes', voter, { postId: id, value: -1 })
    expect(await send('GET', `/api/votes/${id}`, voter)).toMatchObject({ value: -1, postVersion: 3 })
    await send('POST', '/api/votes', voter, { commentId: old.id, value: 1 })
    expect(await send('GET', `/api/votes/${old.id}`, voter)).toMatchObject({ value: 1, postVersion: null })
    const { comments } = await send('GET', `/api/posts/${id}`)
    expect(comments.map(({ postVersion }: { postVersion: number | null }) => postVersion).sort()).toEqual([
      2,
      null,
    ])
  })
})

it('exports the versions of the posts of an account, and deletes them with it', async () => {
  const { id, by, headers } = await aPostWithAuthor()
  await edit(headers, id, { title: 'Second', note: 'Why' })
  const exported = (await app.inject({ url: '/api/user/export', headers })).json()
  expect(exported.versions).toMatchObject([
    { postId: id, number: 1, fields: { title: 'First', prompt: LONG } },
    { postId: id, number: 2, note: 'Why', fields: { title: 'Second' } },
  ])
  await sql`delete from users where id = ${by.id}`
  expect(await sql`select from post_versions where post_id = ${id}`).toHaveLength(0)
})

describe('Versions from before a post became public', () => {
  const publish = (headers: Headers, id: number, isPrivate = false) =>
    send('PATCH', '/api/user/posts', headers, { ids: [id], isPrivate })

  /** A post whose first version, written in private, contains a key; the published version is the second. */
  const aPublishedPost = async () => {
    const post = await aPostWithAuthor({ isPrivate: true, prompt: 'Use the key SECRET-KEY-123.' })
    await edit(post.headers, post.id, { prompt: 'Use your key.', note: 'Took out SECRET-KEY-123' })
    expect((await publish(post.headers, post.id)).status).toBe(200)
    await pass(post.id)
    await edit(post.headers, post.id, { prompt: 'Use your own key.', note: 'In public' })
    await pass(post.id)
    return post
  }
  const others = async (): Promise<[string, Headers | undefined][]> => [
    ['a visitor', undefined],
    ['a member', await seedSession(database, await seedUser(database))],
    ['an admin', await seedSession(database, await seedUser(database, { isAdmin: true }))],
  ]

  it('are listed, read and compared by the author alone', async () => {
    const { id, headers } = await aPublishedPost()
    expect((await list(id, headers)).versions).toMatchObject([
      { number: 3 },
      { number: 2, note: 'Took out SECRET-KEY-123', changed: ['prompt'] },
      { number: 1 },
    ])
    expect((await read(id, 1, headers)).version.prompt).toContain('SECRET-KEY-123')
    expect((await compare(id, 1, 3, headers)).status).toBe(200)
    for (const [who, their] of await others()) {
      const listed = await list(id, their)
      expect([who, listed.versions]).toMatchObject([
        who,
        [
          { number: 3, note: 'In public', changed: ['prompt'], addedWords: 1 },
          { number: 2, note: '', changed: [], addedWords: null, removedWords: null },
        ],
      ])
      const responses = [
        listed,
        await list(id, their),
        await send('GET', `/api/posts/${id}/versions?before=2`, their),
        await read(id, 1, their),
        await read(id, 2, their),
        await compare(id, 1, 3, their),
        await compare(id, 3, 1, their),
        await compare(id, 2, 3, their),
        await send('GET', `/api/posts/${id}/results?version=1`, their),
        await send('GET', `/api/posts/${id}/lineage`, their),
        await send('GET', `/api/posts/${id}`, their),
      ]
      expect([who, responses.map(({ status }) => status)]).toEqual([
        who,
        [200, 200, 200, 404, 200, 404, 404, 200, 404, 200, 200],
      ])
      expect(JSON.stringify(responses)).not.toContain('SECRET')
    }
  })

  it('stay hidden when the author restores one: only its text is shown', async () => {
    const { id, headers } = await aPublishedPost()
    expect((await send('POST', `/api/posts/${id}/versions/1/restore`, headers)).version).toBe(4)
    expect((await list(id, headers)).versions[0]).toMatchObject({ number: 4, restoredFrom: 1 })
    const { versions } = await list(id)
    expect(versions).toMatchObject([{ number: 4, restoredFrom: null }, { number: 3 }, { number: 2 }])
    expect((await read(id, 4)).version).toMatchObject({
      restoredFrom: null,
      prompt: expect.stringMatching(/SECRET/),
    })
    expect((await read(id, 1)).status).toBe(404)
  })

  it('of a private post are not shown to somebody who knows its link', async () => {
    const { id, headers, privateId } = await aPostWithAuthor({ isPrivate: true, prompt: 'SECRET-KEY-123' })
    await edit(headers, id, { prompt: 'Use your key.' })
    const reader = await seedSession(database, await seedUser(database))
    expect((await send('GET', `/api/private/${privateId}`, reader)).status).toBe(200)
    expect((await list(id, reader)).versions).toMatchObject([{ number: 2, changed: [] }])
    expect((await read(id, 2, reader)).version.prompt).toBe('Use your key.')
    expect((await read(id, 1, reader)).status).toBe(404)
    expect((await compare(id, 1, 2, reader)).status).toBe(404)
  })

  it('include those of an earlier public time', async () => {
    const { id, headers } = await aPublishedPost()
    await publish(headers, id, true)
    await edit(headers, id, { prompt: 'Another key: SECRET-KEY-456' })
    await pass(id)
    await edit(headers, id, { prompt: 'No key.' })
    await publish(headers, id)
    expect((await list(id)).versions.map(({ number }: { number: number }) => number)).toEqual([5])
    for (const number of [1, 2, 3, 4]) expect((await read(id, number)).status).toBe(404)
    expect((await list(id, headers)).versions).toHaveLength(5)
  })

  it('are not in the export of a member who had suggested one', async () => {
    const { id, headers } = await aPostWithAuthor({ prompt: 'SECRET-KEY-123' })
    const reader = await seedUser(database)
    const session = await seedSession(database, reader)
    const suggested = await send('POST', `/api/posts/${id}/suggested-edits`, session, {
      title: 'Better',
      reason: 'Clearer',
    })
    await send('POST', `/api/posts/${id}/suggested-edits/${suggested.id}/accept`, headers)
    const exportOf = async () => (await send('GET', '/api/user/export', session)).versions
    expect(await exportOf()).toMatchObject([{ fields: { prompt: 'SECRET-KEY-123' } }])
    await publish(headers, id, true)
    await edit(headers, id, { prompt: 'Use your key.' })
    await publish(headers, id)
    expect(await exportOf()).toEqual([])
  })
})

it('compares long texts in another thread, so that this one answers others meanwhile', async () => {
  const [before, after] = ['a\n'.repeat(100_000), 'b\n'.repeat(100_000)]
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect(await compareTextsInWorker(before, after)).toEqual(compareTexts(before, after))
  isDone = true
  expect(turns).toBeGreaterThan(5)
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { parseJson } from '#core/parse-json.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { getPostField, type PostFieldName, type PostFields } from '#features/posts/contract-fields.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { csvHeader, formatCsvLine, importText, writeTemporaryFile } from '#tests/support/import-files.ts'
import { purgeDeletedPosts } from '#use-cases/purge-posts.ts'
import { type PostRecord, postRecordFieldNames, postRecordSchema } from '../contract.ts'
import { exportPostsToFile, toJsonLine } from './export-posts.ts'
import { hashPostRecord } from './imported-post.ts'

const { sql, close } = await createTestDatabase()
afterAll(close)
/** Empties the tables. Deleting a dozen rows is ten times as fast as truncating all dependent tables. */
const empty = async () => {
  for (const table of ['posts', 'topics', 'users', 'search_words']) await sql`delete from ${sql(table)}`
  expect(await sql`select from imported_posts union all select from post_search`).toHaveLength(0)
}

const exported = async (): Promise<string> => {
  const file = await writeTemporaryFile('out.jsonl', '')
  await exportPostsToFile(sql, file, { signal: new AbortController().signal, onRows: () => {} })
  return readFile(file, 'utf8')
}

const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .map((value) => value.replaceAll('\0', '').toWellFormed())
    .filter((value) => value.trim() !== '')
const instant = fc.date({ min: new Date(0), max: new Date(), noInvalidDate: true })

const fieldArbitrary = (name: PostFieldName): fc.Arbitrary<string | string[]> => {
  const field = getPostField(name)
  if (field.kind === 'text') {
    const texts = field.notUrl
      ? fc.webUrl({ withQueryParameters: true, size: 'small' })
      : text(Math.min(field.max, 400))
    return field.required === undefined ? fc.oneof(fc.constant(''), texts) : texts
  }
  if (field.kind === 'choice') return fc.constantFrom(...field.options)
  if (field.kind === 'tags') return fc.subarray(['seo', 'cover-letter', '写作', 'übersetzung'])
  if (field.kind === 'list') return fc.subarray([...field.options], { maxLength: field.max })
  return fc.constantFrom([], [`/media/${'0a'.repeat(32)}-12x34.webp`])
}

/** The fields, in the order used in exported files. */
const fields = Object.fromEntries(postRecordFieldNames.map((name) => [name, fieldArbitrary(name)])) as {
  [Name in PostFieldName]: fc.Arbitrary<PostFields[Name]>
}

const record: fc.Arbitrary<PostRecord> = fc
  .record({
    ...fields,
    topic: fc.constantFrom(null, 'Writing', 'Machine Learning', '写作'),
    author: fc.constantFrom('ada', 'Bob42', 'collection'),
    seoSlug: fc.constant(''),
    createdAt: instant,
    isPrivate: fc.boolean(),
    privateId: fc.constant(null),
    importedFrom: fc.constant(null),
  })
  .map((post) => (post.isPrivate ? { ...post, topic: null } : post))

const unique = (posts: PostRecord[]): PostRecord[] =>
  posts.map((post, index) => ({
    ...post,
    seoSlug: `post-${index}`,
    privateId: post.isPrivate ? `private-link-number-${index}` : null,
  }))

describe('Export', () => {
  test('gives the same bytes when imported into an empty site and exported again', {}, async () => {
    const posts = fc.array(record, { minLength: 1, maxLength: 12 }).map(unique)
    await fc.assert(
      fc.asyncProperty(posts, async (records) => {
        await empty()
        const lines = records.map(toJsonLine).join('')
        expect(await importText(sql, lines)).toMatchObject({ added: records.length, badRows: 0 })
        expect(await exported()).toBe(lines)
        expect(await importText(sql, lines)).toMatchObject({ added: 0, skipped: records.length })
      }),
      { numRuns: 40 },
    )
    expect(await verifyCounts(sql)).toEqual([])
  })

  test('knows nothing of a post that is deleted but not purged yet, and an import adds the post again', async () => {
    await empty()
    const csv = [
      csvHeader,
      formatCsvLine('First', 'A prompt that is imported twice', 'FALSE', 'TEXT', 'ada'),
    ].join('\n')
    const [first, second] = fc.sample(record, 2).map((post) => ({ ...post, isPrivate: false }))
    const lines = unique([first, second] as PostRecord[]).map((post) => toJsonLine(post))
    const remix = `${JSON.stringify({ ...JSON.parse(lines[1] ?? ''), remixOf: 'post-0' })}\n`
    expect(await importText(sql, lines[0] + remix)).toMatchObject({ added: 2 })
    expect(await importText(sql, csv)).toMatchObject({ added: 1 })
    const deleted = await sql<{ id: number }[]>`select id from posts where remix_of is null`
    await sql.begin((tx) =>
      markPostsDeleted(
        tx,
        deleted.map(({ id }) => id),
      ),
    )
    expect(await exported()).toBe(`${JSON.stringify({ ...JSON.parse(lines[1] ?? ''), remixOf: '' })}\n`)
    expect(await importText(sql, lines[0] ?? '')).toMatchObject({ added: 1 })
    expect(await importText(sql, csv)).toMatchObject({ added: 1 })
    await purgeDeletedPosts(sql)
    expect(await importText(sql, csv)).toMatchObject({ added: 0, skipped: 1 })
    expect(await verifyCounts(sql)).toEqual([])
  })

  test('contains the versions of edited posts and the sources of remixes, which an import restores', async () => {
    await empty()
    const posts = fc.sample(record, 3).map((post) => ({ ...post, isPrivate: false }))
    const [lone, second, third] = unique(posts).map((post) => `${JSON.stringify(post)}\n`)
    const version = (number: number, more: object = {}) =>
      `${JSON.stringify({
        versionOf: 'post-1',
        number,
        createdAt: `2026-01-0${number}T00:00:00.000Z`,
        restoredFrom: null,
        note: '',
        changed: number > 1 ? ['title', 'prompt'] : [],
        fields: {
          type: 'Text',
          title: `Title ${number}`,
          models: ['claude'],
          prompt: 'p'.repeat(number * 1_000),
        },
        ...more,
      })}\n`
    const remix = (post: string | undefined, remixOf: string) =>
      `${JSON.stringify({ ...JSON.parse(post ?? ''), remixOf })}\n`
    const [first, edited, last] = [lone, remix(second, 'post-0'), remix(third, '')]
    // Version 3 is missing, because it was deleted.
    const lines = [
      first,
      edited,
      version(1),
      version(2, { note: 'Why' }),
      version(4, { restoredFrom: 1 }),
      last,
    ]
    expect(await importText(sql, lines.join(''))).toMatchObject({ rows: 3, added: 3, badRows: 0 })
    expect(await exported()).toBe(lines.join(''))
    expect(await sql`select from posts where remix_of is not null`).toHaveLength(1)
    expect(await sql`select version, prompt_version from posts order by id`).toEqual([
      { version: 1, promptVersion: 1 },
      { version: 4, promptVersion: 4 },
      { version: 1, promptVersion: 1 },
    ])
    expect(await importText(sql, lines.join(''))).toMatchObject({ added: 0, skipped: 3 })
    const wrong = [first, version(1), version(2, { versionOf: 'post-0', number: 0 })].join('')
    const { bad } = await importText(sql, wrong)
    expect(bad.map(({ line, problem }) => [line, problem.split(':')[0]])).toEqual([
      [2, 'versionOf'],
      [3, 'number'],
    ])
  })

  test('contains the version in which each prompt was written, by which results are found', async () => {
    await empty()
    const [post] = unique(fc.sample(record, 1).map((one) => ({ ...one, isPrivate: false })))
    const version = (number: number, promptVersion: number) => ({
      versionOf: 'post-0',
      number,
      createdAt: `2026-01-0${number}T00:00:00.000Z`,
      restoredFrom: null,
      note: '',
      changed: number === 3 ? ['title'] : ['prompt'],
      fields: { title: `Title ${number}` },
      promptVersion,
    })
    const records = [post, version(1, 1), version(2, 2), version(3, 2)]
    const lines = records.map((one) => `${JSON.stringify(one)}\n`).join('')
    await importText(sql, lines)
    expect(await exported()).toBe(lines)
    expect(await sql`select prompt_version from posts`).toEqual([{ promptVersion: 2 }])
    const stored = await sql`select number, prompt_version from post_versions order by number`
    expect(stored.map(({ promptVersion }) => promptVersion)).toEqual([1, 2, 2])
  })

  test('changes nothing when posts from a CSV file are imported into the same site again', {}, async () => {
    const rows = fc.array(fc.tuple(text(60), text(300), fc.constantFrom('TRUE', 'FALSE'), text(12)), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(rows, async (records) => {
        await empty()
        const csv = [
          csvHeader,
          ...records.map(([act, prompt, dev, name]) => formatCsvLine(act, prompt, dev, 'TEXT', name)),
        ].join('\n')
        const first = await importText(sql, csv)
        expect(first.added + first.skipped + first.badRows).toBe(records.length)
        const prompts = (await sql<{ prompt: string }[]>`select prompt from posts`).map((post) => post.prompt)
        const whole = new Set(records.map(([, prompt]) => prompt))
        expect(prompts.every((prompt) => whole.has(prompt))).toBe(true)
        const before = await exported()
        if (first.added)
          expect(await importText(sql, before)).toMatchObject({ added: 0, skipped: first.added, badRows: 0 })
        await empty()
        if (first.added) await importText(sql, before)
        expect(await exported()).toBe(before)
        // The site still recognizes the rows of the CSV file, so it adds no posts.
        expect(await importText(sql, csv)).toMatchObject({ added: 0 })
      }),
      { numRuns: 40 },
    )
  })

  test('gives a post from another site a new link if its link is taken, only once', async () => {
    await empty()
    const base = {
      prompt: 'p',
      description: 'd',
      type: 'Text',
      models: [],
      exampleFiles: [],
      topic: null,
      author: 'ada',
    }
    const line = (title: string, createdAt: string) =>
      JSON.stringify({ title, ...base, seoSlug: 'same', createdAt, isPrivate: false, privateId: null })
    await importText(sql, line('One', '2026-01-01T00:00:00.000Z'))
    const other = line('Two', '2026-01-02T00:00:00.000Z')
    expect(await importText(sql, other)).toMatchObject({ added: 1 })
    expect(await importText(sql, other)).toMatchObject({ skipped: 1 })
    expect(await sql`select from posts where seo_slug ~ '^same-[a-z0-9]{4}$'`).toHaveLength(1)
  })

  test('recognizes posts that were imported before later fields existed', () => {
    const oldest = {
      title: 'A title',
      prompt: 'Do it.',
      description: 'About it',
      type: 'Code',
      models: ['claude'],
      exampleFiles: [],
      topic: 'Writing',
      author: 'ada',
      seoSlug: 'a-title',
      createdAt: '2026-01-01T00:00:00.000Z',
      isPrivate: false,
      privateId: null,
    }
    expect(hashPostRecord(postRecordSchema.parse(oldest))).toBe(
      'c935b051ed203af63b94ffdc774c7325b4cbe478518e29cfba85f7296a3409b4',
    )
  })

  test('reads an older export without `importedFrom` and gives the same posts', async () => {
    await empty()
    const [sample] = fc.sample(record, 1)
    const { importedFrom: _, ...older } = { ...sample, seoSlug: 'older', isPrivate: false }
    await importText(sql, JSON.stringify(older))
    expect(parseJson(await exported())).toEqual({ ...older, importedFrom: null })
    expect(await importText(sql, await exported())).toMatchObject({ added: 0, skipped: 1 })
  })

  test('explains in one line why it cannot write, and leaves no file behind', async () => {
    const folder = path.dirname(await writeTemporaryFile('file', ''))
    const write = (file: string) =>
      exportPostsToFile(sql, file, { signal: new AbortController().signal, onRows: () => {} })
    await expect(write(folder)).rejects.toThrow(new Error(`${folder} is a folder`))
    await expect(write(`${folder}/no/out`)).rejects.toThrow(new Error(`Folder not found: ${folder}/no`))
    await expect(write(`${folder}/file/out`)).rejects.toThrow(
      new Error(`Cannot write ${folder}/file/out: the path contains a file where a folder is expected`),
    )
    const aborted = exportPostsToFile(sql, `${folder}/out`, { signal: AbortSignal.abort(), onRows: () => {} })
    await expect(aborted).rejects.toThrow('aborted')
    expect(await readdir(folder)).toEqual(['file'])
    await write(`${folder}/out`)
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'out'])
  })

  test('reports bad lines and imports the rest', async () => {
    await empty()
    const good = {
      title: 't',
      prompt: 'p',
      description: 'd',
      type: 'Text',
      models: [],
      exampleFiles: [],
      topic: null,
    }
    const rest = {
      author: 'ada',
      seoSlug: 'x',
      createdAt: '2026-01-01T00:00:00.000Z',
      isPrivate: false,
      privateId: null,
    }
    const lines = [
      { ...good, ...rest },
      { ...good, ...rest, seoSlug: 'y', exampleFiles: ['https://elsewhere.example/a.png'] },
      { ...good, ...rest, seoSlug: 'z', author: 'admin' },
      { ...good, ...rest, seoSlug: 'w', prompt: 'lone \ud800' },
      { ...good, ...rest, seoSlug: 'v', isPrivate: true },
      { ...good, ...rest, seoSlug: 'u', models: ['claude', 'nobody-s-model'] },
      ...[
        '0001-01-01T00:00:00.000Z',
        '1969-12-31T23:59:59.999Z',
        new Date(Date.now() + 90_000_000).toISOString(),
      ].map((createdAt) => ({ ...good, ...rest, seoSlug: 't', createdAt })),
      ...['1970-01-01T00:00:00.000Z', new Date(Date.now() + 80_000_000).toISOString()].map((createdAt) => ({
        ...good,
        ...rest,
        seoSlug: 's',
        createdAt,
      })),
    ].map((post) => JSON.stringify(post))
    const summary = await importText(sql, [...lines, '{broken', ''].join('\n'))
    expect(summary).toMatchObject({ added: 3, badRows: 9 })
    expect(summary.bad.map((bad) => bad.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 12])
    expect(summary.bad[4]?.problem).toBe('models.1: models must be known model ids')
    for (const { problem } of summary.bad.slice(5, 8))
      expect(problem).toBe('createdAt: createdAt must be between 1970 and now')
  })
})

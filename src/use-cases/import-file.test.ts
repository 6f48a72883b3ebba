import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { tryAcquireImportLock } from '#features/import/server/store.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { csvHeader, formatCsvLine, importText, writeTemporaryFile } from '#tests/support/import-files.ts'
import { importFile } from './import-file.ts'

const { sql, close } = await createTestDatabase()
const row = (title: string, prompt = 'Do it.', contributor = 'ada') =>
  formatCsvLine(title, prompt, 'FALSE', 'TEXT', contributor)
const csv = (...rows: string[]) => [csvHeader, ...rows].join('\n')

beforeEach(() => deleteRows(sql, 'users', 'topics', 'posts', 'search_words'))
afterAll(close)

describe('Importing a CSV file', () => {
  test('accepts columns in any order, extra columns and a byte order mark', async () => {
    await importText(
      sql,
      '\uFEFFcontributor,note,type,prompt,for_devs,act\r\nada,x,TEXT,"a\r\n""b""",FALSE,Title\r\n',
    )
    const [post] = await sql`
      select title, prompt, username, google_id, profile_completed from posts join users u on u.id = user_id`
    expect(post).toEqual({
      title: 'Title',
      prompt: 'a\r\n"b"',
      username: 'ada',
      googleId: 'fake_ada',
      profileCompleted: true,
    })
  })

  test('reads the license from a column that a file can have, and skips rows that were imported without one', async () => {
    const licensed = (...licenses: string[]) =>
      [
        `${csvHeader},license`,
        ...licenses.map(
          (license, index) => `${formatCsvLine(`Title ${index}`, 'p', 'FALSE', 'TEXT', 'ada')},${license}`,
        ),
      ].join('\n')
    await importText(sql, licensed('MIT', ' cc by 4.0 ', '', 'WTFPL'))
    const posts = await sql`select title, license from posts order by title`
    expect(posts.map(({ license }) => license)).toEqual(['MIT', 'CC-BY-4.0', 'unspecified'])
    await importText(sql, licensed('MIT', 'MIT', 'MIT'))
    expect(await sql`select from posts`).toHaveLength(3)
    await importText(sql, licensed('MIT').replace('license', 'licence').replace('Title 0', 'British'))
    expect(await sql`select license from posts where title = 'British'`).toEqual([{ license: 'MIT' }])
  })

  test('derives types and topics from the columns', async () => {
    const text = csv(
      formatCsvLine('Pic', 'p', 'FALSE', 'IMAGE', 'ada'),
      formatCsvLine('Data', 'p', 'FALSE', 'STRUCTURED', 'ada'),
      formatCsvLine('Tool', 'p', 'TRUE', 'TEXT', 'ada'),
    )
    await importText(sql, text)
    const posts =
      await sql`select p.type, t.name as topic from posts p join topics t on t.id = topic_id order by p.id`
    expect(posts.map((post) => [post.type, post.topic])).toEqual([
      ['Image', 'Image Generation'],
      ['Text', 'General'],
      ['Code', 'Development'],
    ])
    await deleteRows(sql, 'posts')
    await importText(sql, text, { topic: 'Mine' })
    const topics =
      await sql`select name from topics t where exists (select from posts where topic_id = t.id) order by 1`
    expect(topics.map((topic) => topic.name)).toEqual(['Development', 'Mine'])
  })

  test('assigns rows without a contributor to the given author or to the site’s default user', async () => {
    await sql`insert into users (username, google_id) values ('Grace', 'google:1')`
    await importText(sql, csv(row('One', 'p', '')), { author: 'grace' })
    await importText(sql, csv(row('Two', 'p', '')), { author: 'admin' })
    await importText(sql, csv(row('Three', 'p', '')))
    const posts = await sql`select google_id from posts join users u on u.id = user_id order by posts.id`
    expect(posts.map((post) => post.googleId)).toEqual(['google:1', 'fake_admin', 'fake_default'])
    await expect(importText(sql, csv(row('x')), { topic: 'x'.repeat(51) })).rejects.toThrow(
      '--topic is longer',
    )
  })

  test('makes the first row the newest post', async () => {
    await importText(sql, csv(row('One'), row('Two'), row('Three')))
    const posts = await sql`select title from posts order by created_at desc, id desc`
    expect(posts.map((post) => post.title)).toEqual(['One', 'Two', 'Three'])
  })

  test('reports a bad row with its line and imports the rest', async () => {
    const summary = await importText(
      sql,
      csv(
        row('Good', 'two\nlines'),
        'too,few',
        row('', 'x'),
        row('Nul', 'a\0b'),
        row('N\0l', 'ab'),
        row('Blank', ' \n'),
        formatCsvLine('Odd', 'p', 'FALSE', 'SMELL', 'ada'),
        row('x'.repeat(201)),
        row('Long', 'é'.repeat(200_001)),
        row('Longest', '🦊'.repeat(200_000)),
      ),
    )
    expect(summary).toMatchObject({ rows: 10, added: 2, badRows: 8 })
    expect(summary.bad).toEqual([
      { line: 4, problem: 'it has more or fewer fields than the header' },
      { line: 5, problem: 'act is required' },
      { line: 6, problem: 'prompt contains a NUL character' },
      { line: 7, problem: 'act contains a NUL character' },
      { line: 8, problem: 'prompt is required' },
      { line: 10, problem: 'unknown type "SMELL"' },
      { line: 11, problem: 'act is longer than 200 characters' },
      { line: 12, problem: 'prompt is longer than 200000 characters' },
    ])
  })

  test.each([
    ['a header that ends with LF and rows that end with CR LF', '\n', ['\r\n', '\r\n', '\r\n']],
    ['a header that ends with CR LF and rows that end with LF', '\r\n', ['\n', '\n', '\n']],
    ['every line end in turn', '\r', ['\n', '\r\n', '\r']],
    ['no line end after the last row', '\n', ['\r\n', '\r\n', '']],
  ])('reads %s row by row', async (_, afterHeader, ends) => {
    const rows = ['a\r\nb', 'c\nd', 'e\rf'].map((prompt, index) => row(`Row ${index}`, prompt, 'ada'))
    const bad = 'too,few'
    const text = `\uFEFF${csvHeader}${afterHeader}${bad}${ends[0]}${rows.map((line, index) => line + ends[index]).join('')}`
    const summary = await importText(sql, text)
    expect(summary).toMatchObject({ rows: 4, added: 3, bad: [{ line: 2 }] })
    const posts = await sql`
      select title, prompt, google_id from posts join users u on u.id = user_id order by title`
    expect(posts).toEqual([
      { title: 'Row 0', prompt: 'a\r\nb', googleId: 'fake_ada' },
      { title: 'Row 1', prompt: 'c\nd', googleId: 'fake_ada' },
      { title: 'Row 2', prompt: 'e\rf', googleId: 'fake_ada' },
    ])
  })

  test.each([
    ['\n', '\n'],
    ['\r\n', '\r\n'],
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r'],
  ])('counts lines as editors do, with %j between rows and %j within fields', async (between, within) => {
    const prompts = [`a${within}${within}b`, ' ', 'é', `${within.repeat(3)}`]
    const rows = prompts.map((prompt, index) =>
      formatCsvLine(`Row ${index}`, prompt, 'FALSE', 'TEXT', 'ada', within),
    )
    const text = [`${csvHeader},note`, ...rows, '', '', 'too,few', rows[1]].join(between)
    // The header is line 1. Each row ends in an ignored field that takes up its own line.
    expect((await importText(sql, text)).bad).toEqual([
      { line: 6, problem: 'prompt is required' },
      { line: 10, problem: 'prompt is required' },
      { line: 17, problem: 'it has more or fewer fields than the header' },
      { line: 18, problem: 'prompt is required' },
    ])
    await expect(importText(sql, `${text}${between}a,"b${within}${within}`)).rejects.toThrow('line 20')
  })

  test('adds nothing when run again, even if rows repeat', async () => {
    const text = csv(row('One'), row('One'), row('Two'))
    expect(await importText(sql, text)).toMatchObject({ added: 2, skipped: 1 })
    expect(await importText(sql, text)).toMatchObject({ added: 0, skipped: 3 })
  })

  test('changes nothing in a dry run', async () => {
    expect(await importText(sql, csv(row('One')), { isDryRun: true })).toMatchObject({ added: 1 })
    expect(await sql`select from posts`).toHaveLength(0)
    expect(await sql`select from users`).toHaveLength(0)
  })

  test('gives posts with the same title different links, and authors with similar names different usernames', async () => {
    await importText(
      sql,
      csv(row('Same', 'a', 'Ada'), row('Same', 'b', 'a-d-a'), row('Same', 'c', 'admin, bob')),
    )
    const posts =
      await sql`select seo_slug, username from posts join users u on u.id = user_id order by posts.id`
    expect(posts[0]).toEqual({ seoSlug: 'same', username: 'Ada' })
    expect(posts[1]?.seoSlug).toMatch(/^same-[a-z0-9]{4}$/)
    expect(posts[1]?.username).toMatch(/^ada[a-z0-9]{4}$/)
    expect(posts[2]?.username).toMatch(/^admin[a-z0-9]{4}$/)
  })

  test('leaves every count right', async () => {
    await importText(sql, csv(row('One'), row('Two', 'x', 'bob'), row('Three', '🦊🦊')))
    expect(await verifyCounts(sql)).toEqual([])
    expect(await sql`select from users where post_count > 0`).toHaveLength(2)
  })

  test('reports one error for an unusable file and changes nothing', async () => {
    const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00])
    await expect(importText(sql, binary)).rejects.toThrow('not UTF-8')
    await expect(importText(sql, '')).rejects.toThrow('is empty')
    await expect(importText(sql, 'act,prompt\na,b\n')).rejects.toThrow(
      'missing the column "for_devs", "type", "contributor"',
    )
    await expect(importText(sql, csv(row('One'), 'a,"b'))).rejects.toThrow('never closed')
    const late = Buffer.concat([
      Buffer.from(`${csv(...Array.from({ length: 700 }, (_, index) => row(`${index}`)))}\n`),
      binary,
    ])
    await expect(importText(sql, late)).rejects.toThrow(`not UTF-8 text (byte ${late.length - 7})`)
    const missingFile = importFile(sql, `${await writeTemporaryFile('a', 'b')}.gone`, {
      progress: { startStep() {}, setBytes() {}, setRows() {}, finish() {} },
      signal: AbortSignal.abort(),
    })
    await expect(missingFile).rejects.toThrow('File not found:')
    expect(await sql`select from posts`).toHaveLength(0)
  })

  test.each([
    ['in the first chunk', 50_000],
    ['in a later chunk', 600_000],
    ['between two chunks', 262_143],
  ])('reports the offset of invalid UTF-8: %s', async (_, offset) => {
    for (const bad of [[0xff], [0xe2, 0x82], [0xe2, 0x82, 0x41]]) {
      // The text starts with a byte order mark, whose bytes count towards the offset. The two-byte characters
      // make chunks end in the middle of a character.
      const before = Buffer.from(`\uFEFF${'é'.repeat(offset / 2)}`).subarray(
        0,
        offset - (offset % 2 === 0 ? 1 : 0),
      )
      const file = Buffer.concat([before, Buffer.from(bad)])
      await expect(importText(sql, file)).rejects.toThrow(`not UTF-8 text (byte ${before.length})`)
    }
  })

  test('refuses to run while another import is running', async () => {
    await sql.begin(async (holder) => {
      await tryAcquireImportLock(holder)
      await expect(importText(sql, csv(row('One')))).rejects.toThrow('Another import is running')
    })
  })

  test('leaves a username to somebody who takes it in the meantime, and imports nothing twice', async () => {
    let importing: ReturnType<typeof importText> | undefined
    await sql.begin(async (other) => {
      await other`insert into users (username, google_id) values ('Ada', 'google:1')`
      importing = importText(sql, csv(row('One', 'Do it.', 'Ada'), row('Two', 'Do it too.', 'Ada')))
      const waiting = () =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    })
    expect(await importing).toMatchObject({ added: 2 })
    const authors = await sql`select distinct username from posts join users u on u.id = user_id`
    expect(authors).toEqual([{ username: expect.stringMatching(/^Ada[a-z0-9]{4}$/) }])
    expect(await verifyCounts(sql)).toEqual([])
  })

  test('keeps the finished batches of a stopped import, which can be continued', async () => {
    const stopping = new AbortController()
    const text = csv(...Array.from({ length: 1_200 }, (_, index) => row(`Row ${index}`)))
    const progress = {
      startStep() {},
      setBytes() {},
      finish() {},
      setRows: (count: number) => void (count === 500 && stopping.abort()),
    }
    const stopped = await importText(sql, text, { signal: stopping.signal, progress })
    expect(stopped).toMatchObject({ added: 500, isStopped: true })
    expect(await importText(sql, text)).toMatchObject({ added: 700, skipped: 500 })
    expect(await verifyCounts(sql)).toEqual([])
  })
})

import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { importText, writeTemporaryFile } from '#tests/support/import-files.ts'
import { exportPostsToFile } from './export-posts.ts'

type CsvWriter = {
  unparse(rows: string[][], options: { delimiter: string; newline: string; quotes: boolean }): string
}
const require = createRequire(import.meta.url)
const { unparse }: CsvWriter = require('papaparse')

const database = await createTestDatabase()
const { sql } = database
beforeEach(() => sql`delete from posts`)

/** The cases of csv-spectrum, and what people paste. */
const prompts = {
  'commas in quotes': 'first, second, "third", fourth;fifth\tsixth',
  'escaped quotes': 'ha "ha" ""ha""',
  'only quotes': '"""',
  'line feeds': 'one\ntwo\n\nthree',
  'carriage returns and line feeds': 'one\r\ntwo\r\n\r\nthree',
  'carriage returns': 'one\rtwo\r\rthree',
  'quotes and line feeds': '"one"\n"two",\n"',
  JSON: '{"type": "Point", "coordinates": [102.0, 0.5], "text": "a \\"b\\" \\n"}',
  coordinates: '37°47′N 122°25′W; 1,5',
  'text of other scripts': 'ʤ 写作 مرحبا שלום नमस्ते 👩🏽\u200D🚀',
  'spaces at both ends': '  indented, and trailing  ',
  'what spreadsheets take for a formula': '=SUM(1;2)',
  'line separators of Unicode': 'one\u2028two\u2029three\u0085four',
}
const columns = ['act', 'prompt', 'for_devs', 'type', 'contributor']
const rows = [
  columns,
  ...Object.entries(prompts).map(([act, prompt]) => [act, prompt, 'FALSE', 'TEXT', 'ada']),
]

const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}
const lineEnds = { LF: '\n', 'CR LF': '\r\n', CR: '\r' }
const delimiters = { commas: ',', semicolons: ';', tabs: '\t' }

const matrix = Object.keys(encodings).flatMap((encoding) =>
  Object.entries(lineEnds).flatMap(([lineEnd, newline]) =>
    Object.entries(delimiters).flatMap(([separator, delimiter]) =>
      [true, false].map((quotes) => ({ encoding, lineEnd, newline, separator, delimiter, quotes })),
    ),
  ),
)

it.each(matrix)(
  'imports a CSV file of another program: $encoding, $lineEnd, $separator, all fields quoted: $quotes',
  async ({ encoding, newline, delimiter, quotes }) => {
    const file = encodings[encoding]?.(unparse(rows, { delimiter, newline, quotes })) ?? ''
    expect(await importText(sql, file)).toMatchObject({ added: rows.length - 1, badRows: 0 })
    const stored = await sql<{ title: string; prompt: string }[]>`select title, prompt from posts`
    expect(Object.fromEntries(stored.map(({ title, prompt }) => [title, prompt]))).toEqual(prompts)
  },
)

it.each([
  ['half a character at the end', Buffer.from([0xff, 0xfe, 0x61]), 2],
  ['half a surrogate pair', Buffer.from('\uFEFFact\uD83D,prompt', 'utf16le'), 8],
])('rejects UTF-16 with %s', async (_, file, offset) => {
  await expect(importText(sql, file)).rejects.toThrow(`is not UTF-16 text (byte ${offset})`)
})

it('reads UTF-16 whose characters are divided between chunks', async () => {
  const prompt = '👩🏽\u200D🚀'.repeat(20_000)
  for (const act of ['a', 'ab']) {
    const file = Buffer.from(
      `\uFEFF${unparse([columns, [act, prompt, '', '', 'ada']], { delimiter: ',', newline: '\n', quotes: false })}`,
      'utf16le',
    )
    expect(file.length).toBeGreaterThan(256 * 1_024)
    expect(await importText(sql, file)).toMatchObject({ added: 1, badRows: 0 })
  }
  expect(await sql`select 1 from posts where prompt = ${prompt}`).toHaveLength(2)
})

describe('an export', () => {
  const exported = async (): Promise<string> => {
    const by = await seedUser(database)
    for (const [title, prompt] of Object.entries(prompts)) await seedPost(database, { by, title, prompt })
    const file = await writeTemporaryFile('posts.jsonl', '')
    await exportPostsToFile(sql, file, { signal: new AbortController().signal, onRows: () => {} })
    return file
  }

  it.each(
    Object.keys(encodings).flatMap((encoding) =>
      Object.keys(lineEnds).map((end) => [encoding, end] as const),
    ),
  )('can be imported after another program has saved it as %s with %s', async (encoding, lineEnd) => {
    const text = await readFile(await exported(), 'utf8')
    await sql`delete from posts`
    const end = lineEnds[lineEnd as keyof typeof lineEnds]
    const file = encodings[encoding]?.(text.trimEnd().replaceAll('\n', end)) ?? ''
    expect(await importText(sql, file)).toMatchObject({ added: rows.length - 1, badRows: 0 })
    const stored = await sql<{ title: string; prompt: string }[]>`select title, prompt from posts`
    expect(Object.fromEntries(stored.map(({ title, prompt }) => [title, prompt]))).toEqual(prompts)
  })

  const script =
    'import json, sys; print(json.dumps({p["title"]: p["prompt"] for p in map(json.loads, open(sys.argv[1], encoding="utf-8"))}))'
  it('is read alike by Python, which ends lines at more characters', async ({ skip }) => {
    const { status, stdout } = spawnSync('python3', ['-c', script, await exported()], { encoding: 'utf8' })
    if (status === null) skip('Python is not installed')
    expect(JSON.parse(stdout)).toEqual(prompts)
  })
})

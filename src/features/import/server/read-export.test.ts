import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { beforeAll, expect, it } from 'vitest'
import { pick } from '#core/pick.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { writeTemporaryFile } from '#tests/support/import-files.ts'
import { exportPostsToFile } from './export-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const control = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1), 127)

/** What programs that read files take for something else. */
const prompts = [
  'quotes " \' ` “ ” and "" \\" \\\\"',
  'commas, semicolons; tabs\tand |pipes|',
  'LF\nCR LF\r\nCR\rLF LF\n\nend\n',
  'Unicode line ends \u2028 \u2029 \u0085 \u000b \u000c',
  '  blanks at both ends \u00a0\u3000',
  '\uFEFFa byte order mark \uFEFF inside\uFEFF',
  `control characters ${control}`,
  'emoji 👩🏽\u200D🚀 🇩🇪 ❤️ \u{1F9FF} and 𝒜 \u{10FFFF}',
  "=cmd|' /C calc'!A0",
  '+1',
  '-1',
  '@SUM(1)',
  '</script><!-- {"a": "\\u0000", \'b\': [1]}',
  '"写作,"\r\n',
  `${'é"\u2028\n'.repeat(49_750)}`,
]

beforeAll(async () => {
  const by = await seedUser(database, { username: 'ada' })
  for (const [index, prompt] of prompts.entries())
    await seedPost(database, {
      by,
      title: `Post ${index}`,
      description: prompt.slice(0, 300),
      prompt,
      tags: [],
    })
})

/** What PostgreSQL's parser reads in this JSON. */
const parseInPostgres = async (json: string): Promise<unknown> => {
  const [row] = await sql<{ value: unknown }[]>`select ${json}::text::jsonb as value`
  return row?.value
}

/** Where str.splitlines of Python ends a line, but for control characters that JSON always escapes. */
const SPLITLINES = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

const readers: Record<string, (text: string) => Promise<string[]> | string[]> = {
  'line feeds': (text) => text.split('\n').slice(0, -1),
  "Node's readline": async (text) => {
    const lines: string[] = []
    for await (const line of createInterface({ input: Readable.from([text]) })) lines.push(line)
    return lines
  },
  "Python's splitlines": (text) => text.split(SPLITLINES).slice(0, -1),
}

it.each(Object.keys(readers))('the export is read field by field as it was written, by %s', async (name) => {
  const file = await writeTemporaryFile('posts.jsonl', '')
  await exportPostsToFile(sql, file, { signal: new AbortController().signal, onRows: () => {} })
  const lines = (await readers[name]?.(await readFile(file, 'utf8'))) ?? []
  expect(lines).toHaveLength(prompts.length)
  for (const [index, line] of lines.entries()) {
    const expected = { title: `Post ${index}`, prompt: prompts[index], tags: [], topic: null }
    const keys = ['title', 'prompt', 'tags', 'topic'] as const
    expect(pick(JSON.parse(line), keys)).toEqual(expected)
    expect(await parseInPostgres(line)).toEqual(JSON.parse(line))
  }
})

it("a member's own data are read as they were written, by another parser", async () => {
  const [member] = await sql<{ id: number }[]>`select id from users where username = 'ada'`
  const headers = await seedSession(database, member ?? { id: 0 })
  const account = await app.inject({ url: '/api/user/export', headers })
  expect(await parseInPostgres(account.body)).toEqual(account.json())
  const texts = account.json().posts.map(({ prompt }: { prompt: string }) => prompt)
  expect(texts.sort()).toEqual([...prompts].sort())
})

import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

const get = async (format: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url: `/api/library?format=${format}`, headers })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

describe('the library as a file', async () => {
  const by = await seedUser(database)
  const title = 'Commas, "quotes"\nand lines'
  const first = await seedPost(database, { by, title, prompt: `${'a'.repeat(150)}hiddenword` })
  await seedPost(database, { by, isPrivate: true, title: 'Closedtitle' })
  for (let count = 0; count < 45; count += 1) await seedPost(database, { by, title: `Post ${count}` })
  const member = await seedSession(database, await seedUser(database))

  it('has every public post once, oldest first, and no private one', async () => {
    for (const headers of [{}, member, await seedSession(database, by)]) {
      const { body } = await get('json', headers)
      const titles = JSON.parse(body).map((post: { title: string }) => post.title)
      expect(titles).toEqual([title, ...Array.from({ length: 45 }, (_, count) => `Post ${count}`)])
    }
  })

  it('has whole prompts for members and tokens, and their beginnings for visitors', async () => {
    const token = await seedApiToken(database, await seedUser(database), ['read'])
    for (const format of ['csv', 'json']) {
      for (const headers of [member, token]) expect((await get(format, headers)).body).toContain('hiddenword')
      expect((await get(format)).body).not.toContain('hiddenword')
    }
    expect(JSON.parse((await get('json')).body)[0]).toMatchObject({ id: first.id, promptTruncated: true })
  })

  it('is CSV that programs read', async () => {
    const { headers, body } = await get('csv', member)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="prompts.csv"')
    const rows: Record<string, string>[] = parse(body, { columns: true })
    expect(rows).toHaveLength(46)
    expect(rows[0]).toMatchObject({
      id: String(first.id),
      title,
      author: by.username,
      topic: '',
      license: 'unspecified',
    })
  })

  it('is also at a short address', async () => {
    const { statusCode, headers } = await app.inject('/prompts.csv')
    expect([statusCode, headers.location]).toEqual([302, '/api/library?format=csv'])
    expect((await get('xml')).status).toBe(400)
  })
})

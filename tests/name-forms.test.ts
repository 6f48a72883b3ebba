import { expect, it } from 'vitest'
import { normalizeTag } from '#core/tags.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))

/** Names whose composed and decomposed forms differ: Latin, Greek, Cyrillic, Hangul, Kana, Devanagari and Hebrew. */
const names = ['Café Zürich', 'Ελληνικά ΰ', 'Ёжик й', '한국어', 'がぎぐ', 'क़ानून', 'שּׁלום', 'Ångström \u212B']
const formsOf = (name: string): [string, string] => [name.normalize('NFC'), name.normalize('NFD')]

const create = (name: string) =>
  app.inject({
    method: 'POST',
    url: '/api/admin/topics',
    headers: admin,
    payload: { name, description: 'About it' },
  })

it.each(names)('takes both forms of the topic %s for one', async (name) => {
  const [composed, decomposed] = formsOf(name)
  expect((await create(decomposed)).statusCode).toBe(200)
  expect((await create(composed)).statusCode).toBe(409)
  for (const form of [composed, decomposed])
    expect((await app.inject(`/api/topics/${encodeURIComponent(form)}`)).statusCode).toBe(200)
  for (const form of [composed, decomposed]) {
    const names = await app.inject(`/api/search/names?q=${encodeURIComponent(form)}`)
    expect(names.json(), form).toMatchObject({ topics: [{ name: decomposed }] })
    const url = `/api/admin/topics?q=${encodeURIComponent(form)}`
    expect((await app.inject({ url, headers: admin })).json(), form).toEqual([
      expect.objectContaining({ name: decomposed }),
    ])
  }
})

it.each(names)('takes both forms of the tag %s for one', (name) => {
  const [composed, decomposed] = formsOf(name)
  expect(normalizeTag(decomposed)).toBe(normalizeTag(composed))
})

it.each(names)('finds a post by either form of %s, whichever it contains', async (name) => {
  const forms = formsOf(name)
  for (const [index, title] of forms.entries())
    await seedPost(database, { title: `${title} ${index}`, description: 'x', prompt: 'y' })
  for (const form of forms) {
    const { body } = await app.inject(`/api/search?q=${encodeURIComponent(form)}`)
    expect(
      JSON.parse(body).filter(({ isPartial }: { isPartial: boolean }) => !isPartial),
      form,
    ).toHaveLength(2)
  }
})

it.each(['ａｄａｍ', 'adám', 'ada\u0301m', 'аdam', 'ⅷⅷⅷ'])(
  'rejects the username %s, which looks like another',
  async (username) => {
    const headers = await seedSession(database, await seedUser(database, { profileCompleted: false }))
    const response = await app.inject({
      method: 'POST',
      url: '/api/profile/complete',
      headers,
      payload: { username },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toMatch(/letters|numbers/i)
  },
)

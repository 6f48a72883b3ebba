import { afterAll, expect, it } from 'vitest'
import { siteTextNames } from '#features/site-texts/contract-values.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
afterAll(database.close)
const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))

const write = (name: string, text: unknown) =>
  app.inject({ method: 'PUT', url: `/api/admin/site-texts/${name}`, headers, payload: { text } })
const read = async (name: string) => (await app.inject(`/api/site-texts/${name}`)).json()

it.each(siteTextNames)('has a text for %s from the start', async (name) => {
  expect(await read(name)).toEqual({ name, text: expect.stringMatching(/\S{5}/), updatedAt: null })
})

it('shows what an admin has written, records it, and brings back the default for an empty text', async () => {
  const { text: initial } = await read('terms')
  const written = await write('terms', ' Be **kind**.\n\n- Always\u0000 ')
  expect(written.json()).toEqual({
    name: 'terms',
    text: 'Be **kind**.\n\n- Always',
    updatedAt: expect.any(String),
  })
  // Reads the page as a member, because responses to visitors are cached for a few seconds.
  const asMember = await app.inject({ url: '/api/site-texts/terms', headers })
  expect(asMember.json()).toEqual(written.json())
  expect((await write('terms', '')).json()).toEqual({ name: 'terms', text: initial, updatedAt: null })
  const events = await database.sql`
    select action, target_name as target, before, after from audit_events order by id`
  expect(events).toEqual([
    { action: 'edit-page', target: 'terms', before: { length: initial.length }, after: { length: 22 } },
    { action: 'edit-page', target: 'terms', before: { length: 22 }, after: { length: initial.length } },
  ])
})

it('accepts 20,000 characters and no more', async () => {
  expect((await write('about', '😀'.repeat(20_000))).statusCode).toBe(200)
  const tooLong = await write('about', '😀'.repeat(20_001))
  expect(tooLong.statusCode).toBe(400)
  expect(tooLong.body).toContain('at most 20,000 characters')
})

it('knows no other pages', async () => {
  expect((await write('home', 'x')).statusCode).toBe(404)
  expect((await app.inject('/api/site-texts/home')).statusCode).toBe(404)
})

import { describe, expect, it } from 'vitest'
import type { PageRenderer } from '#app/server/page-renderer.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, TestClient } from '#tests/support/browser.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { createFormTime } from './sign-up-form.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 10 })
const { sql } = database
// React's development code takes a hundred times as long for a page as that of production, which takes 0.02 ms.
const renderer: PageRenderer = {
  cacheUrl: (url) => url,
  render: async () => ({ status: 200, html: Buffer.from(''), inlineScripts: [] }),
  renderProviderPage: async () => '',
}
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' }, renderer)
const member = await seedUser(database)
for (let n = 0; n < 20; n += 1) await seedPost(database, { by: member })
const headers = { ...(await seedSession(database, member)), 'x-forwarded-for': '198.51.100.7' }

/** Opens a form of the provider, and returns what submits it from this address. */
const openForm = async (ip: string, form: 'sign-up' | 'sign-in' | 'second-step' = 'sign-up') => {
  const browser = new TestClient(app, undefined, { 'x-forwarded-for': ip })
  const { url } = await new SignInFlow(browser).begin({ prompt: 'login' })
  const path = form === 'sign-in' ? url : `${url}/${form}`
  const uid = url.split('/').at(-1) ?? ''
  const shownAt = await createFormTime(sql, uid, Date.now() - 60_000)
  return (fields: Record<string, string>) => browser.send(path, { form: { 'shown-at': shownAt, ...fields } })
}

let addresses = 0
const nextAddress = () => `203.0.113.${++addresses}`

const readFeed = async () => {
  expect((await app.inject({ url: '/api/posts', headers })).statusCode).toBe(200)
}

/** Returns the milliseconds of processor time that this thread needs for one of the requests, which other work does not change. */
const measureThread = async (requests: readonly (() => Promise<void>)[]): Promise<number> => {
  const before = process.threadCpuUsage()
  await Promise.all(requests.map((request) => request()))
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / requests.length
}

describe('Forms that are rejected', () => {
  it.each([
    ['a long name', { email: 'a@example.org', name: 'ab cd ef '.repeat(1_500), password: '8 8 0 1 1 99 ' }],
    ['a long password', { email: 'a@example.org', name: 'Ada', password: 'password '.repeat(1_500) }],
    ['a guessable password', { email: 'a@example.org', name: 'Ada Lovelace', password: 'password12345' }],
    ['a short password', { email: 'a@example.org', name: '', password: '8 8 0' }],
  ])('take the site little longer than a feed: %s, 48 at a time', async (_, fields) => {
    await sql`delete from rate_limits`
    const submit = await openForm(nextAddress())
    const statuses: number[] = []
    const send = async () => void statuses.push((await submit(fields)).status)
    const repeat = <T>(request: T) => Array<T>(48).fill(request)
    await measureThread(repeat(readFeed))
    const feed = await measureThread(repeat(readFeed))
    const form = Math.min(await measureThread(repeat(send)), await measureThread(repeat(send)))
    expect(form).toBeLessThan(5 * feed)
    await measureThread(repeat(send))
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(120)
  })

  it.each(['sign-up', 'sign-in', 'second-step'] as const)(
    'are counted by address first: %s',
    async (form) => {
      await sql`delete from rate_limits`
      const submit = await openForm(nextAddress(), form)
      const statuses: number[] = []
      for (let n = 0; n < 130; n += 1) statuses.push((await submit({ email: '', password: '' })).status)
      expect(statuses.slice(-10)).toEqual(Array(10).fill(429))
      const other = await openForm(nextAddress(), form)
      expect((await other({ email: '', password: '' })).status).not.toBe(429)
    },
  )

  it.each([
    ['with invalid fields', { password: '' }],
    ['that are not JSON', '{"password":'],
    ['that are too large', { password: 'x'.repeat(20_000) }],
  ])('are counted by address before their body is read: passwords to rate %s', async (_, payload) => {
    const [from, other] = [nextAddress(), nextAddress()]
    const send = (ip: string) =>
      app.inject({
        method: 'POST',
        url: '/api/password-strength',
        headers: { 'x-forwarded-for': ip, 'content-type': 'application/json' },
        payload,
      })
    const statuses: number[] = []
    for (let n = 0; n < 110; n += 1) statuses.push((await send(from)).statusCode)
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    expect(statuses[0]).not.toBe(429)
    expect(statuses.slice(-10)).toEqual(Array(10).fill(429))
    expect((await send(other)).statusCode).toBe(statuses[0])
  })

  it('are counted for links and passwords too', async () => {
    const link = new TestClient(app, undefined, { 'x-forwarded-for': nextAddress() })
    const statuses: number[] = []
    for (let n = 0; n < 130; n += 1)
      statuses.push((await link.send('/identity/reset/unknown', { form: { password: 'x' } })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

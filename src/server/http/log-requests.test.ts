import type { InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createFormTime } from '#features/identity/server/provider/sign-up-form.ts'
import { SignInFlow, TestClient } from '#tests/support/browser.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readConfig } from '../config.ts'

const lines: Record<string, unknown>[] = []
const database = await createTestDatabase()
const app = await buildApp({
  config: readConfig({ TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.001' }),
  database,
  log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
})
afterAll(() => app.close())

const lineOf = async (request: InjectOptions) => {
  lines.length = 0
  await app.inject(request)
  await expect.poll(() => lines.some(({ msg }) => msg === 'request completed')).toBe(true)
  return lines.find(({ msg }) => msg === 'request completed')
}

it('logs the member and network of a rejected request, and no client data otherwise', async () => {
  const user = await seedUser(database)
  const headers = { ...(await seedSession(database, user)), 'x-forwarded-for': '192.0.2.7:4711' }
  expect(await lineOf({ url: '/api/admin/users', headers })).toMatchObject({
    route: '/api/admin/users',
    status: 403,
    actor: user.id,
    network: '192.0.2.0/24',
  })
  expect(
    await lineOf({ url: '/api/user/bookmarks', headers: { 'x-forwarded-for': '2001:db8:1:2::3' } }),
  ).toMatchObject({ status: 401, actor: null, network: '2001:db8:1' })
  const accepted = await lineOf({ url: '/api/user/bookmarks', headers })
  expect(accepted).toMatchObject({ status: 200 })
  expect(Object.keys(accepted ?? {})).not.toEqual(expect.arrayContaining(['actor']))
  expect(JSON.stringify(lines)).not.toContain('192.0.2')
})

it('logs the network of a rate-limited client', async () => {
  const feedback = {
    method: 'POST',
    url: '/api/feedback',
    headers: {
      ...(await seedSession(database, await seedUser(database))),
      'x-forwarded-for': '198.51.100.7',
    },
    payload: { content: 'Good' },
  } as const
  await lineOf(feedback)
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push(await lineOf(feedback))
  expect(statuses.at(-1)).toMatchObject({
    status: 429,
    network: '198.51.100.0/24',
    actor: expect.any(Number),
  })
})

it('logs changes of credentials and admin writes as security events, successful or not, without secrets', async () => {
  const [admin, member] = [await seedUser(database, { isAdmin: true }), await seedUser(database)]
  const headers = { ...(await seedSession(database, admin)), 'x-forwarded-for': '203.0.113.9' }
  const event = { stream: 'security', actor: admin.id, network: '203.0.113.0/24' }
  expect(
    await lineOf({ method: 'PATCH', url: `/api/admin/users/${member.id}/mute`, headers, payload: {} }),
  ).toMatchObject({ ...event, route: '/api/admin/users/:id/mute', target: member.id })
  expect(
    await lineOf({ method: 'POST', url: '/api/auth/local', headers, payload: { idToken: 'secret-token' } }),
  ).toMatchObject({ stream: 'security', route: '/api/auth/:provider' })
  expect(JSON.stringify(lines)).not.toContain('secret-token')
  expect(await lineOf({ method: 'POST', url: '/identity/interaction/abc', headers })).toMatchObject({
    stream: 'security',
    route: '/identity/interaction/:uid',
  })
  expect(await lineOf({ url: '/api/admin/users', headers })).not.toHaveProperty('stream')
})

it('names the member whom a sign-in has signed in', async () => {
  const browser = new TestClient(app, 'http://localhost:3000')
  const step = new SignInFlow(browser)
  const { url } = await step.begin()
  const shownAt = await createFormTime(database.sql, url.split('/').at(-1) ?? '', Date.now() - 60_000)
  const { location } = await step.submit(
    { email: 'ada@example.org', password: 'plums in the icebox', name: '', 'shown-at': shownAt },
    'sign-up',
  )
  const token = await step.token(location)
  lines.length = 0
  const { id } = (await browser.json('POST', '/api/auth/local', { token })).json()
  expect(id).toEqual(expect.any(Number))
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'request completed'))
    .toMatchObject({
      stream: 'security',
      route: '/api/auth/:provider',
      actor: id,
    })
})

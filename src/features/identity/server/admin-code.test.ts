import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { logAdminCode } from './admin-code.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const PUBLIC = { ...provider.env, HOST: '0.0.0.0', RATE_LIMIT_SCALE: '1' }
const app = await buildTestApp(database, PUBLIC)

const logged: string[] = []
/** Returns the lines that the server logs when it starts with these settings. */
const start = async (env: Record<string, string>): Promise<string[]> => {
  const log = { ...app.log, warn: (...args: unknown[]) => void logged.push(String(args.at(-1))) }
  const before = logged.length
  await logAdminCode({ sql, config: readConfig(env), log: log as typeof app.log })
  return logged.slice(before)
}
const codeIn = (lines: string[]): string => /: ([0-9A-Z-]{23})$/.exec(lines[0] ?? '')?.[1] ?? ''

const redeem = async (user: { id: number }, code: string) =>
  app.inject({
    method: 'POST',
    url: '/api/user/admin-code',
    payload: { code },
    headers: await seedSession(database, user),
  })
const admins = async () =>
  (await sql<{ id: number }[]>`select id from users where is_admin order by id`).map(({ id }) => id)

beforeEach(() => deleteRows(sql, 'users', 'admin_codes', 'rate_limits'))

describe('The first account', () => {
  it.each([
    ['0.0.0.0', 'http://localhost:3000', false],
    ['127.0.0.1', 'https://prompts.example.org', false],
    ['::', 'http://localhost:3000', false],
    ['192.168.1.7', 'http://127.0.0.1:3000', false],
    ['::1', 'http://localhost:3000', true],
    ['localhost', 'http://127.0.0.1:3000', true],
  ])('with HOST %s and PUBLIC_URL %s has isAdmin %s', async (HOST, PUBLIC_URL, isAdmin) => {
    const site = await buildTestApp(database, { ...provider.env, HOST, PUBLIC_URL })
    const payload = { token: await provider.token() }
    const response = await site.inject({ method: 'POST', url: '/api/auth/google', payload })
    expect(response.json().isAdmin).toBe(isAdmin)
  })
})

describe('The admin code', () => {
  it('is logged at start if the site is reachable from outside and has no admin, nor any in ADMIN_EMAILS', async () => {
    expect(codeIn(await start(PUBLIC))).toHaveLength(23)
    expect(await start({})).toEqual([])
    expect(await start({ ...PUBLIC, ADMIN_EMAILS: 'boss@example.org' })).toEqual([])
    await seedUser(database, { isAdmin: true })
    expect(await start(PUBLIC)).toEqual([])
  })

  it('makes exactly one member an admin and ignores case and separators', async () => {
    const code = codeIn(await start(PUBLIC))
    const other = codeIn(await start(PUBLIC))
    const [first, second] = [await seedUser(database), await seedUser(database)]
    const responses = await Promise.all([
      redeem(first, code.toLowerCase().replaceAll('-', ' ')),
      redeem(second, other),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await admins()).toHaveLength(1)
    await sql`update users set is_admin = false`
    expect((await redeem(second, code)).statusCode).toBe(404)
  })

  it('is rejected if it is wrong or expired, or if a visitor sends it', async () => {
    const code = codeIn(await start(PUBLIC))
    const user = await seedUser(database)
    const wrong = await redeem(user, 'AAAAA-AAAAA-AAAAA-AAAAA')
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'code'])
    const visitor = await app.inject({ method: 'POST', url: '/api/user/admin-code', payload: { code } })
    expect(visitor.statusCode).toBe(401)
    await sql`update admin_codes set ends_at = now() - interval '1 second'`
    expect((await redeem(user, code)).statusCode).toBe(404)
    expect(await admins()).toEqual([])
  })

  it('can be tried five times an hour', async () => {
    const code = codeIn(await start(PUBLIC))
    const user = await seedUser(database)
    for (let n = 0; n < 5; n += 1) expect((await redeem(user, `WRONG-${n}`)).statusCode).toBe(400)
    expect((await redeem(user, code)).statusCode).toBe(429)
    expect(await admins()).toEqual([])
  })

  it('is requested on the settings page only while it is accepted', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const isWanted = async (site = app) =>
      (await site.inject({ url: '/api/user/admin-code', headers })).json().isWanted
    expect(await isWanted()).toBe(false)
    await start(PUBLIC)
    expect(await isWanted()).toBe(true)
    expect(
      await isWanted(await buildTestApp(database, { ...PUBLIC, ADMIN_EMAILS: 'boss@example.org' })),
    ).toBe(false)
  })
})

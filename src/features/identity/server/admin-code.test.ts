import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testApp } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { outsideProvider } from '#tests/support/outside-provider.ts'
import { offerAdminCode } from './admin-code.ts'

const database = await testDatabase()
const { sql } = database
const provider = await outsideProvider()
const PUBLIC = { ...provider.env, HOST: '0.0.0.0', RATE_LIMIT_SCALE: '1' }
const app = await testApp(database, PUBLIC)

const said: string[] = []
/** What a start prints with these settings. */
const start = async (env: Record<string, string>): Promise<string[]> => {
  const log = { ...app.log, warn: (...words: unknown[]) => void said.push(String(words.at(-1))) }
  const before = said.length
  await offerAdminCode({ sql, config: readConfig(env), log: log as typeof app.log })
  return said.slice(before)
}
const codeIn = (lines: string[]): string => /: ([0-9A-Z-]{23})$/.exec(lines[0] ?? '')?.[1] ?? ''

const redeem = async (user: { id: number }, code: string) =>
  app.inject({
    ...{ method: 'POST', url: '/api/user/admin-code', payload: { code } },
    headers: await aSession(database, user),
  })
const admins = async () =>
  (await sql<{ id: number }[]>`select id from users where is_admin order by id`).map(({ id }) => id)

beforeEach(() => sql`truncate users, admin_codes, rate_limits cascade`)

describe('The first account', () => {
  it.each([
    ['0.0.0.0', 'http://localhost:3000', false],
    ['127.0.0.1', 'https://prompts.example.org', false],
    ['::', 'http://localhost:3000', false],
    ['192.168.1.7', 'http://127.0.0.1:3000', false],
    ['::1', 'http://localhost:3000', true],
    ['localhost', 'http://127.0.0.1:3000', true],
  ])('at HOST %s and PUBLIC_URL %s: an admin is %s', async (HOST, PUBLIC_URL, isAdmin) => {
    const site = await testApp(database, { ...provider.env, HOST, PUBLIC_URL })
    const payload = { token: await provider.token() }
    const answer = await site.inject({ method: 'POST', url: '/api/auth/google', payload })
    expect(answer.json().isAdmin).toBe(isAdmin)
  })
})

describe('The code of the first admin', () => {
  it('is printed at a start that others can reach, while there is no admin and none is named', async () => {
    expect(codeIn(await start(PUBLIC))).toHaveLength(23)
    expect(await start({})).toEqual([])
    expect(await start({ ...PUBLIC, ADMIN_EMAILS: 'boss@example.org' })).toEqual([])
    await aUser(database, { isAdmin: true })
    expect(await start(PUBLIC)).toEqual([])
  })

  it('makes one member an admin, however it is written, and then nobody else', async () => {
    const code = codeIn(await start(PUBLIC))
    const other = codeIn(await start(PUBLIC))
    const [first, second] = [await aUser(database), await aUser(database)]
    const answers = await Promise.all([
      redeem(first, code.toLowerCase().replaceAll('-', ' ')),
      redeem(second, other),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await admins()).toHaveLength(1)
    await sql`update users set is_admin = false`
    expect((await redeem(second, code)).statusCode).toBe(404)
  })

  it('is refused where it is wrong, after its time, and to visitors', async () => {
    const code = codeIn(await start(PUBLIC))
    const user = await aUser(database)
    const wrong = await redeem(user, 'AAAAA-AAAAA-AAAAA-AAAAA')
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'code'])
    const visitor = await app.inject({ method: 'POST', url: '/api/user/admin-code', payload: { code } })
    expect(visitor.statusCode).toBe(401)
    await sql`update admin_codes set ends_at = now() - interval '1 second'`
    expect((await redeem(user, code)).statusCode).toBe(404)
    expect(await admins()).toEqual([])
  })

  it('may be tried five times an hour', async () => {
    const code = codeIn(await start(PUBLIC))
    const user = await aUser(database)
    for (let n = 0; n < 5; n += 1) expect((await redeem(user, `WRONG-${n}`)).statusCode).toBe(400)
    expect((await redeem(user, code)).statusCode).toBe(429)
    expect(await admins()).toEqual([])
  })

  it('is asked for on the settings page alone where it is wanted', async () => {
    const headers = await aSession(database, await aUser(database))
    const isWanted = async (site = app) =>
      (await site.inject({ url: '/api/user/admin-code', headers })).json().isWanted
    expect(await isWanted()).toBe(false)
    await start(PUBLIC)
    expect(await isWanted()).toBe(true)
    expect(await isWanted(await testApp(database, { ...PUBLIC, ADMIN_EMAILS: 'boss@example.org' }))).toBe(
      false,
    )
  })
})

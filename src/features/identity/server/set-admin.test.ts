import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { projectRoot } from '#server/project-root.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { setAdmin } from './set-admin.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const app = await buildTestApp(database)

it('setAdmin grants and revokes admin rights by case-insensitive username and reports an unknown one', async () => {
  const [user, other] = [await seedUser(database), await seedUser(database)]
  const admins = async () => (await sql`select id from users where is_admin`).map(({ id }) => id)
  expect([await setAdmin(sql, user.username.toUpperCase(), true), await admins()]).toEqual([true, [user.id]])
  expect(await setAdmin(sql, other.username, true)).toBe(true)
  expect([await setAdmin(sql, user.username, false), await admins()]).toEqual([true, [other.id]])
  expect(await setAdmin(sql, 'nobody', true)).toBe(false)
})

describe('The last admin', () => {
  const asOnlyAdmin = async () => {
    await sql`update users set is_admin = false`
    return seedUser(database, { isAdmin: true })
  }
  const remaining = async () => (await sql`select id from users where is_admin`).map(({ id }) => id)
  const leave = async (user: { username: string }, headers: Record<string, string>) =>
    app.inject({ method: 'DELETE', url: '/api/user', headers, payload: { confirm: user.username } })

  it('keeps the rights and the account', async () => {
    const admin = await asOnlyAdmin()
    await expect(setAdmin(sql, admin.username, false)).rejects.toMatchObject({ code: 'last-admin' })
    const answer = await leave(admin, await seedSession(database, admin))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'last-admin'])
    const { status, stderr } = spawnSync(process.execPath, ['scripts/admin.ts', 'revoke', admin.username], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('only admin')])
    expect(await remaining()).toEqual([admin.id])
  })

  it('stays if the only other admin is muted', async () => {
    const admin = await asOnlyAdmin()
    await seedUser(database, { isAdmin: true, isMuted: true })
    await expect(setAdmin(sql, admin.username, false)).rejects.toMatchObject({ code: 'last-admin' })
  })

  it('stays when two admins leave at the same time, in any way', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = [await asOnlyAdmin(), await seedUser(database, { isAdmin: true })]
      const [one, two] = [await seedSession(database, first), await seedSession(database, second)]
      await Promise.allSettled([
        round % 2 ? leave(first, one) : setAdmin(sql, first.username, false),
        round < 2 ? leave(second, two) : setAdmin(sql, second.username, false),
      ])
      expect(await remaining()).toHaveLength(1)
    }
  })
})

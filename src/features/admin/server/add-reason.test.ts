import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
const other = await seedSession(database, await seedUser(database, { isAdmin: true }))

type Act = { id: number; reason: string; reasonAddedAt: string | null; isOwn: boolean }
const newest = async (headers = admin): Promise<Act> =>
  (await app.inject({ url: '/api/admin/acts?limit=1', headers })).json()[0]

const markHot = async (reason = '') => {
  const { id } = await seedTopic(database)
  await app.inject({
    method: 'PATCH',
    url: `/api/admin/topics/${id}/hot?reason=${reason}`,
    headers: admin,
    payload: { isHot: true },
  })
  return newest()
}
const addReason = async (id: number, reason: string, headers = admin) => {
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/admin/acts/${id}/reason`,
    headers,
    payload: { reason },
  })
  return { status: answer.statusCode, message: answer.json().message }
}

describe('A reason added after the action', () => {
  it('is recorded once with its time; a retry changes nothing and a different reason is refused', async () => {
    const before = await markHot()
    const act = await markHot()
    expect(act).toMatchObject({ reason: '', reasonAddedAt: null, isOwn: true })
    expect(await newest(other)).toMatchObject({ isOwn: false })
    expect((await addReason(act.id, ' Everybody writes \u0000there ')).status).toBe(200)
    const explained = await newest()
    expect(explained).toMatchObject({ reason: 'Everybody writes there', reasonAddedAt: expect.any(String) })
    expect((await addReason(act.id, 'Everybody writes there')).status).toBe(200)
    expect(await newest()).toEqual(explained)
    const [, earlier] = (await app.inject({ url: '/api/admin/acts?limit=2', headers: admin })).json()
    expect(earlier).toEqual(before)
    expect(await addReason(act.id, 'I like it')).toEqual({
      status: 409,
      message: 'This action already has a reason',
    })
    expect(await newest()).toEqual(explained)
  })

  it('is refused for an action with a reason, for another admin’s action and for an unknown one', async () => {
    const act = await markHot('Busy')
    expect(act).toMatchObject({ reason: 'Busy', reasonAddedAt: null })
    expect((await addReason(act.id, 'Calm')).status).toBe(409)
    const bare = await markHot()
    expect(await addReason(bare.id, 'Mine', other)).toEqual({
      status: 403,
      message: 'Only the admin who took this action can add a reason',
    })
    expect((await addReason(2_000_000_000, 'Nothing')).status).toBe(404)
    await sql`update audit_events set admin_id = null where id = ${bare.id}`
    expect((await addReason(bare.id, 'Nobody’s')).status).toBe(403)
  })

  it.each([
    ['', 'A reason is required'],
    [' \u0000\n', 'A reason is required'],
    ['🦆'.repeat(501), 'The reason must be at most 500 characters'],
  ])('%#: has 1 to 500 characters', async (reason, message) => {
    const act = await markHot()
    expect(await addReason(act.id, reason)).toMatchObject({ status: 400 })
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/admin/acts/${act.id}/reason`,
      headers: admin,
      payload: { reason },
    })
    expect(answer.json().issues).toEqual([{ path: 'reason', message }])
    expect((await addReason(act.id, '🦆'.repeat(500))).status).toBe(200)
  })
})

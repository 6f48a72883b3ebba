import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true, username: 'chief' }))

const changeRole = (id: number, isModerator: boolean, moderatedTopics: number[] = []) =>
  app.inject({
    method: 'PUT',
    url: `/api/admin/users/${id}/role`,
    headers: admin,
    body: { isModerator, moderatedTopics },
  })
const whoAmI = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/auth/me', headers })).json()
const codeOf = ({ json }: { json: () => { code?: string } }) => json().code

describe('roles', () => {
  it('makes a user a moderator of the topics that exist, from the next request on', async () => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    const art = await seedTopic(database, { name: 'Art of roles' })
    const changed = await changeRole(user.id, false, [art.id, 999_999])
    expect(changed.json()).toEqual({ isModerator: false, moderatedTopics: [art.id] })
    expect(await whoAmI(headers)).toMatchObject({ isModerator: false, moderatedTopics: [art.id] })
    const [event] = await sql`select action, before, after from audit_events where target_id = ${user.id}`
    expect(event).toEqual({
      action: 'change-role-of-user',
      before: { role: '' },
      after: { role: 'moderator of Art of roles' },
    })
  })

  it('records a role that stays the same only once', async () => {
    const user = await seedUser(database)
    await changeRole(user.id, true)
    await changeRole(user.id, true)
    expect(await sql`select from audit_events where target_id = ${user.id}`).toHaveLength(1)
  })

  it('changes no role of an admin', async () => {
    const other = await seedUser(database, { isAdmin: true })
    const refused = await changeRole(other.id, true)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'admin-protected'])
  })

  it('gives a token without the scope admin nothing of a role', async () => {
    const moderator = await seedUser(database, { isModerator: true, moderatedTopics: [1] })
    const headers = await seedApiToken(database, moderator, ['private'])
    expect(await whoAmI(headers)).toMatchObject({ id: moderator.id })
    const refused = await app.inject({ url: '/api/admin/acts', headers })
    expect(refused.statusCode).toBe(403)
  })
})

describe('a suspended member', () => {
  it('reads as before, and can do nothing else', async () => {
    const member = await seedUser(database, { isSuspended: true })
    const headers = await seedSession(database, member)
    const post = await seedPost(database)
    expect(await whoAmI(headers)).toMatchObject({ isSuspended: true, isMuted: true })
    expect((await app.inject({ url: `/api/posts/${post.id}`, headers })).statusCode).toBe(200)
    const bookmark = { method: 'POST', url: `/api/posts/${post.id}/bookmark`, headers } as const
    const refused = await app.inject(bookmark)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'account-suspended'])
    await sql`update users set suspended_until = now() - interval '1 second' where id = ${member.id}`
    expect((await app.inject(bookmark)).statusCode).toBe(200)
  })
})

describe('a mute with an end', () => {
  it('ends by itself', async () => {
    const member = await seedUser(database, { isMuted: true })
    const headers = await seedSession(database, member)
    await sql`update users set muted_until = now() + interval '1 hour' where id = ${member.id}`
    expect(await whoAmI(headers)).toMatchObject({ isMuted: true, isSuspended: false })
    await sql`update users set muted_until = now() - interval '1 second' where id = ${member.id}`
    expect(await whoAmI(headers)).toMatchObject({ isMuted: false })
  })
})

import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const boss = await seedUser(database, { username: 'TheBoss', isAdmin: true })
const admin = await seedSession(database, boss)

const send = (method: string, url: string, payload?: object, headers = admin) =>
  app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })

const aLeavingUser = () =>
  seedUser(database, {
    username: `Johanna${Math.random()}`.replace('.', '').slice(0, 20),
    email: 'jo.real@example.org',
  })

/** Performs every admin action on an account and its content, mentioning the username in each reason. */
const actOn = async (user: { id: number; username: string }) => {
  const query = `?reason=${encodeURIComponent(`Told ${user.username} at JO.real@example.org`)}`
  for (const act of ['mute', 'unmute']) await send('PATCH', `/api/admin/users/${user.id}/${act}${query}`)
  await send('POST', `/api/admin/users/${user.id}/end-sessions${query}`)
  const post = await seedPost(database, { by: user, title: 'My secret plan' })
  await send('DELETE', `/api/admin/posts/${post.id}`, { reason: `By ${user.username}` })
  const [ad] = await sql<{ id: number }[]>`
    insert into ad_requests (name, email, user_id) values ('Johanna Ltd', 'jo.real@example.org', ${user.id}) returning id`
  await send('DELETE', `/api/admin/ad-requests/${ad?.id}${query}`)
}

const log = async (): Promise<string> => JSON.stringify(await sql`select * from audit_events`)

describe('The audit log', () => {
  it.each(['the person', 'an admin'])('forgets an account that %s deletes', async (by) => {
    const [user, other] = [await aLeavingUser(), await aLeavingUser()]
    await actOn(user)
    const own = await seedSession(database, user)
    await actOn(other)
    expect((await log()).match(new RegExp(user.username, 'g'))?.length).toBeGreaterThan(5)
    const before = (await sql`select 1 from audit_events`).length
    const answer =
      by === 'an admin'
        ? await send('DELETE', `/api/admin/users/${user.id}?reason=${user.username}%20asked%20for%20it`)
        : await send('DELETE', '/api/user', { confirm: user.username }, own)
    expect(answer.statusCode).toBe(200)
    expect(await log()).not.toContain(user.username)
    expect((await sql`select 1 from audit_events`).length).toBe(before + (by === 'an admin' ? 1 : 0))
    // The events of another account are unchanged.
    expect((await log()).match(new RegExp(other.username, 'g'))?.length).toBeGreaterThan(5)
    expect((await log()).match(/My secret plan/g)).toHaveLength(2)
    await send('DELETE', `/api/admin/users/${other.id}`)
    for (const word of [other.username, 'secret plan', 'Johanna Ltd', 'jo.real', 'JO.real'])
      expect(await log()).not.toContain(word)
    const remaining = await sql<
      { action: string }[]
    >`select distinct action from audit_events order by action`
    expect(remaining.map(({ action }) => action)).toEqual([
      'delete-ad-request',
      'delete-user',
      'end-sessions-of-user',
      'mute-user',
      'remove-post',
      'unmute-user',
    ])
  })

  it('forgets the name of an admin who deletes their own account, and keeps their actions', async () => {
    const leavingAdmin = await seedUser(database, { username: 'GoneAdmin', isAdmin: true })
    const headers = await seedSession(database, leavingAdmin)
    await send('POST', '/api/admin/topics', { name: 'Gardening' }, headers)
    await send('DELETE', '/api/user', { confirm: 'GoneAdmin' }, headers)
    const [act] = await sql`select admin_name, action, target_name from audit_events order by id desc limit 1`
    expect(act).toEqual({ adminName: 'deleted account', action: 'create-topic', targetName: 'Gardening' })
  })
})

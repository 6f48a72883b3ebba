import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

const MARK = 'Zanzibar'

it('shows others only the name of a suspended member, and everything to themselves and to moderators', async () => {
  const member = await seedUser(database, { isSuspended: true })
  await database.sql`update users set bio = ${MARK}, website = ${`https://${MARK}.example`}, karma = 777 where id = ${member.id}`
  await seedPost(database, { by: member, title: MARK })
  const path = `/api/users/${member.username}`
  const read = async (viewer: Parameters<typeof seedUser>[1] | null | 'self') => {
    const user = viewer === 'self' ? member : viewer && (await seedUser(database, viewer))
    const headers = user ? await seedSession(database, user) : {}
    return app.inject({ url: path, headers })
  }
  for (const viewer of [null, {}] as const) {
    const response = await read(viewer)
    expect(response.json()).toMatchObject({
      username: member.username,
      isSuspended: true,
      karma: 0,
      postCount: 0,
      posts: [],
    })
    expect(response.body).not.toMatch(/Zanzibar|777/)
  }
  for (const viewer of ['self', { isModerator: true }, { isAdmin: true }] as const) {
    const response = await read(viewer)
    expect(response.json()).toMatchObject({ isSuspended: true, bio: MARK, karma: 777 })
  }
})

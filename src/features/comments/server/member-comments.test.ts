import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const listOf = async (username: string, query = '', headers = {}) =>
  (await app.inject({ url: `/api/users/${username}/comments${query}`, headers })).json()

it("A member's comments are listed newest first in pages, without those that not everybody can see", async () => {
  const by = await seedUser(database)
  const post = await seedPost(database, { title: 'Shown' })
  const hidden = await seedPost(database, { isPrivate: true })
  await seedComment(database, { on: hidden, by, content: 'On a private post' })
  const deleted = await seedComment(database, { on: post, by, content: 'Deleted' })
  await database.sql`update comments set is_deleted = true where id = ${deleted.id}`
  await seedComment(database, { on: post, content: "Another's" })
  for (let index = 0; index < 22; index += 1)
    await seedComment(database, {
      on: post,
      by,
      content: index === 0 ? 'x'.repeat(600) : `**Comment** ${index}`,
    })
  const first = await listOf(by.username.toUpperCase())
  expect(first.comments).toHaveLength(20)
  expect(first.comments[0]).toMatchObject({ excerpt: 'Comment 21', post: { id: post.id, title: 'Shown' } })
  const rest = await listOf(by.username, `?before=${first.before}`)
  expect(rest.comments.map(({ excerpt }: { excerpt: string }) => excerpt)).toEqual([
    'Comment 1',
    `${'x'.repeat(500)} …`,
  ])
  expect(rest.before).toBeNull()
  // Comments on private posts are hidden even from the member who wrote them.
  const reader = await seedSession(database, by)
  expect(JSON.stringify(await listOf(by.username, '', reader))).not.toMatch(/On a private post|Deleted/)
  const profile = (await app.inject(`/api/users/${by.username}`)).json()
  expect(profile).toMatchObject({ commentCount: 22, remixCount: 0 })
  expect((await app.inject('/api/users/nobody-here/comments')).statusCode).toBe(404)
})

it('A comment of marks only has its marks as its excerpt, which is the text of its link', async () => {
  const by = await seedUser(database)
  await seedComment(database, { on: await seedPost(database), by, content: '> >' })
  expect((await listOf(by.username)).comments).toMatchObject([{ excerpt: '> >' }])
})

it('The remixes of a member are those of their public posts that are based on another', async () => {
  const by = await seedUser(database)
  const source = await seedPost(database, { by, title: 'Source' })
  const remix = await seedPost(database, { by, title: 'Remix' })
  const secret = await seedPost(database, { by, title: 'Secret', isPrivate: true })
  await database.sql`update posts set is_remix = true, remix_of = ${source.id} where id in (${remix.id}, ${secret.id})`
  const { remixCount, posts } = (await app.inject(`/api/users/${by.username}?remixes=true`)).json()
  expect([remixCount, posts.map(({ title }: { title: string }) => title)]).toEqual([1, ['Remix']])
})

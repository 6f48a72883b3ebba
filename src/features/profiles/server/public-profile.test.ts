import { expect, it } from 'vitest'
import { parseJson } from '#core/parse-json.ts'
import { encodeFeedCursor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Profile } from '../contract.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

const by = await seedUser(database)
const headers = await seedSession(database, by)
const timeAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const postsOf = async (query = ''): Promise<PostCard[]> =>
  (
    parseJson(
      (await app.inject({ url: `/api/users/${by.username.toUpperCase()}${query}`, headers })).body,
    ) as Profile
  ).posts
const titles = (posts: PostCard[]) => posts.map(({ title }) => title)

it("A profile's public posts are paged newest first without repeats while new posts are published", async () => {
  // Two posts have the same creation time, so their ids determine the order.
  for (const [n, minute] of [1, 2, 2, 3, 4].entries())
    await seedPost(database, { by, title: `p${n}`, createdAt: timeAt(minute) })
  await seedPost(database, { by, title: 'hidden', isPrivate: true, createdAt: timeAt(3) })
  await seedPost(database, { title: "another's", createdAt: timeAt(3) })
  const first = await postsOf('?limit=3')
  expect(titles(first)).toEqual(['p4', 'p3', 'p2'])
  await seedPost(database, { by, title: 'just published', createdAt: timeAt(9) })
  const after = encodeFeedCursor(first[2] as PostCard)
  expect(titles(await postsOf(`?limit=3&after=${after}`))).toEqual(['p1', 'p0'])
  expect(titles(await postsOf(`?limit=1&offset=1&after=${after}`))).toEqual(['p0'])
})

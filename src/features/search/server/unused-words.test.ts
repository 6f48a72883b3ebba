import { beforeEach, describe, expect, it } from 'vitest'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { indexPosts } from './index-query.ts'
import { sweepWords } from './sweep-words.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

/** Requests as a member, because responses to visitors are cached. */
const read = async (path: string, q: string) => {
  const headers = await seedSession(database, await seedUser(database))
  return (await app.inject({ url: `${path}?q=${encodeURIComponent(q)}`, headers })).body
}
const search = (q: string) => read('/api/search', q)
const suggest = (q: string) => read('/api/search/suggestions', q)
const words = async () =>
  (await sql<{ word: string }[]>`select word from search_words order by 1`).map(({ word }) => word)

beforeEach(() => deleteRows(sql, 'users', 'topics', 'posts', 'search_words'))

const aPost = async (title: string) => {
  const by = await seedUser(database)
  const topic = await seedTopic(database, { name: 'Gardening' })
  const post = await seedPost(database, { by, topic, title })
  const other = await seedPost(database, { by, topic, title: 'A poem about roses' })
  await indexPosts(sql, [post.id, other.id])
  return { by, topic, post, headers: await seedSession(database, by) }
}

describe('A word of a title', () => {
  it('is suggested while a public post contains it', async () => {
    await aPost('Zyxwqahgumvut poem')
    expect(await search('zyxwqahgumvat')).toContain('zyxwqahgumvut')
  })

  it.each([
    [
      'is deleted',
      async ({ post, headers }: Awaited<ReturnType<typeof aPost>>) =>
        app.inject({ method: 'DELETE', url: `/api/posts/${post.id}`, headers }),
    ],
    [
      'is deleted, but not purged yet',
      ({ post }: Awaited<ReturnType<typeof aPost>>) => sql.begin((tx) => markPostsDeleted(tx, [post.id])),
    ],
    [
      'becomes private',
      async ({ post }: Awaited<ReturnType<typeof aPost>>) => {
        await sql`update posts set is_private = true, private_id = repeat('a', 22), topic_id = null where id = ${post.id}`
        await indexPosts(sql, [post.id])
      },
    ],
    [
      'is renamed',
      async ({ post }: Awaited<ReturnType<typeof aPost>>) => {
        await sql`update posts set title = 'Another poem' where id = ${post.id}`
        await indexPosts(sql, [post.id])
      },
    ],
    [
      'goes with its author',
      async ({ by, headers }: Awaited<ReturnType<typeof aPost>>) =>
        app.inject({ method: 'DELETE', url: '/api/user', headers, payload: { confirm: by.username } }),
    ],
  ])('is neither suggested nor kept after its only post %s', async (_, change) => {
    const community = await aPost('Zyxwqahgumvut poem')
    await change(community)
    for (const typed of ['zyxwqahgumvat', 'zyxwqahgumvutk poem', 'zyxwqahgum', 'Zyxwqahgumvu']) {
      expect((await search(typed)).replaceAll(typed, '')).not.toMatch(/zyxwqahgumvut\b/i)
      expect((await suggest(typed)).replaceAll(typed, '')).not.toMatch(/zyxwqahgumvut\b/i)
    }
    await sweepWords(sql)
    expect(await words()).not.toContain('zyxwqahgumvut')
  })

  it('of a renamed topic is neither suggested nor kept, and words in use stay', async () => {
    const { topic, post } = await aPost('Soil and seeds')
    await sql`update topics set name = 'Cooking' where id = ${topic.id}`
    await indexPosts(
      sql,
      (await sql<{ id: number }[]>`select id from posts`).map(({ id }) => id),
    )
    expect(post.id).toBeGreaterThan(0)
    expect(await search('gardenimg')).not.toContain('gardening')
    await sweepWords(sql)
    expect(await words()).toEqual(expect.arrayContaining(['cooking', 'poem', 'roses', 'seeds', 'soil']))
    expect(await words()).not.toContain('gardening')
  })
})

import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { indexPosts } from './index-query.ts'
import { getSuggestions } from './suggest.ts'

const database = await createTestDatabase()

beforeAll(async () => {
  const topic = await seedTopic(database, { name: 'Image Generation' })
  await seedTopic(database, { name: 'Software Development' })
  await seedUser(database, { username: 'mira', email: 'first@example.org' })
  await seedUser(database, { username: 'Mira_Stone', email: 'interviewer@example.org' })
  await seedUser(database, { username: 'miracle', profileCompleted: false })
  const add = async (title: string, fields: Parameters<typeof seedPost>[1] = {}) => {
    const post = await seedPost(database, { title, description: 'Nothing', prompt: 'Nothing', ...fields })
    await indexPosts(database.sql, [post.id], true)
  }
  await add('Interview questions', { score: 2, topic })
  await add('The best generation of anime', { score: 5 })
  await add('Mock interview', { score: 9 })
  await add('Interview in secret', { isPrivate: true })
  await add('Hidden', { prompt: `${'word '.repeat(40)} zeppelin`, description: 'A zebra' })
  await add('写作助手')
  await add('C++ helper')
  await add('Top 10 logos', { score: 1 })
  for (const n of [1, 2, 3, 4, 5, 6]) await add(`Recipe ${n}`, { score: n })
})
afterAll(database.close)

const titlesFor = async (q: string) =>
  (await getSuggestions(database.sql, null, q)).posts.map(({ title }) => title)

test.each([
  ['inter', ['Mock interview', 'Interview questions']],
  ['INTERVIEW', ['Mock interview', 'Interview questions']],
  ['interviews', ['Mock interview', 'Interview questions']],
  ['interview qu', ['Interview questions']],
  ['generati', ['The best generation of anime']],
  ['an', ['The best generation of anime']],
  ['the best a', ['The best generation of anime']],
  ['写', ['写作助手']],
  ['写作', ['写作助手']],
  ['recipe', ['Recipe 6', 'Recipe 5', 'Recipe 4', 'Recipe 3', 'Recipe 2']],
  ['recipe -3 type:text', ['Recipe 6', 'Recipe 5', 'Recipe 4', 'Recipe 3', 'Recipe 2']],
  ['i', []],
  ['the', []],
  ['%', []],
  ['\\', []],
  ['', []],
])('for "%s", suggests the posts %j', async (q, titles) => {
  expect(await titlesFor(q)).toEqual(titles)
})

it('looks at titles alone, so that nothing is learned of hidden parts and descriptions', async () => {
  expect(await titlesFor('zeppelin')).toEqual([])
  expect(await titlesFor('zebra')).toEqual([])
})

it('finds posts that are not among the hot ones', async () => {
  await database.sql`delete from hot_post_search`
  expect(await titlesFor('intervi')).toEqual(['Mock interview', 'Interview questions'])
})

it('searches posts that are not hot for a word of two letters, but not for words that begin with it', async () => {
  await database.sql`delete from hot_post_search`
  expect(await titlesFor('lo')).toEqual([])
  expect(await titlesFor('10')).toEqual(['Top 10 logos'])
  expect(await titlesFor('logos 1')).toEqual(['Top 10 logos'])
  expect(await titlesFor('logos 10')).toEqual(['Top 10 logos'])
})

test.each([
  ['imag', ['Image Generation'], []],
  ['softwr-devlopment', ['Software Development'], []],
  ['mir', [], ['mira', 'Mira_Stone']],
  ['@mira', [], ['mira', 'Mira_Stone']],
  ['mira stone', [], ['Mira_Stone']],
  ['mira_stoen', [], ['Mira_Stone', 'mira']],
  ['miracle', [], ['mira']],
  ['interviewer@example', [], []],
  ['example.org', [], []],
])('for "%s", suggests the topics %j and the people %j', async (q, topics, people) => {
  const found = await getSuggestions(database.sql, null, q)
  expect([found.topics.map(({ name }) => name), found.people.map(({ username }) => username)]).toEqual([
    topics,
    people,
  ])
})

it('answers visitors with links and nothing else of a post', async () => {
  const app = await buildTestApp(database)
  const response = await app.inject('/api/search/suggestions?q=mock')
  expect(response.json()).toEqual({
    posts: [
      {
        id: expect.any(Number),
        title: 'Mock interview',
        type: 'Text',
        isPrivate: false,
        seoSlug: expect.any(String),
        topic: null,
      },
    ],
    topics: [],
    people: [],
  })
})

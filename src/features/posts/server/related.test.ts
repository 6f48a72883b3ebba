import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createRelatedPostsFinder } from './related-query.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database)

const read = async (id: number) => {
  const response = await app.inject(`/api/posts/${id}/related`)
  const { similar, byAuthor } = response.json()
  const titles = (posts: { title: string }[] = []) => posts.map(({ title }) => title)
  return { status: response.statusCode, similar: titles(similar), byAuthor: titles(byAuthor) }
}

/** Calls the query directly, bypassing the anonymous response cache. */
const findRelatedPosts = createRelatedPostsFinder()
const find = async (id: number) => {
  const related = await findRelatedPosts(database.sql, id)
  return related?.similar.map(({ title }) => title)
}

const topic = await seedTopic(database, { name: 'Cooking' })
const author = await seedUser(database)

it('lists similar posts of others in the topic, by type and models before score, and three more by the author', async () => {
  const add = (title: string, fields: Parameters<typeof seedPost>[1] = {}) =>
    seedPost(database, { title, topic, type: 'Code', models: [], ...fields })
  const post = await add('Itself', { by: author, models: ['chatgpt'], createdAt: new Date(9) })
  for (const n of [1, 2, 3, 4]) await add(`Own ${n}`, { by: author, createdAt: new Date(n) })
  await add('Other type, high score', { type: 'Text', score: 90 })
  await add('Same type', { score: 5 })
  await add('Same type and model', { models: ['chatgpt'] })
  await add('Secret', { isPrivate: true, topic: null, models: ['chatgpt'] })
  await add('Elsewhere', { topic: null, score: 99 })
  for (const n of [1, 2, 3]) await add(`Filler ${n}`, { type: 'Text', score: -n })
  expect(await read(post.id)).toEqual({
    status: 200,
    similar: ['Same type and model', 'Same type', 'Other type, high score', 'Filler 1', 'Filler 2'],
    byAuthor: ['Own 4', 'Own 3', 'Own 2'],
  })
})

it('takes posts of the same type if the topic has too few, and keeps the lists of best posts', async () => {
  const post = await seedPost(database, { type: 'Audio', title: 'Song', topic: await seedTopic(database) })
  await seedPost(database, { type: 'Audio', title: 'Chord', topic })
  queries.length = 0
  expect(await find(post.id)).toEqual(['Chord'])
  expect(queries).toHaveLength(4)
  expect(await find(post.id)).toEqual(['Chord'])
  expect(queries).toHaveLength(6)
})

it('never lists a post that has become private or been deleted, though it is in a kept list', async () => {
  const here = await seedTopic(database)
  const post = await seedPost(database, { type: 'Video', topic: here })
  const hidden = await seedPost(database, { type: 'Video', title: 'Hidden', topic: here })
  const deleted = await seedPost(database, { type: 'Video', title: 'Deleted', topic: here })
  await seedPost(database, { type: 'Video', title: 'Renamed', topic: here })
  expect(await find(post.id)).toHaveLength(3)
  await database.sql`update posts set is_private = true, topic_id = null, private_id = 'hidden-private-link-0001' where id = ${hidden.id}`
  await database.sql`delete from posts where id = ${deleted.id}`
  await database.sql`update posts set title = 'New name' where title = 'Renamed'`
  expect(await find(post.id)).toEqual(['New name'])
})

it('knows nothing of private, deleted and missing posts', async () => {
  const secret = await seedPost(database, { isPrivate: true })
  expect((await read(secret.id)).status).toBe(404)
  expect((await read(999_999)).status).toBe(404)
})

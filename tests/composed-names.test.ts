import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { indexQueuedPosts } from '#use-cases/index-queued-posts.ts'
import { buildTestApp } from './support/app.ts'
import { provisionTestDatabase } from './support/database.ts'

const LAST_BEFORE = '0081-posts-without-an-author.sql'
const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database

/** What an earlier version has stored: names in the form in which they were sent. */
const storeTopic = async (name: string, slug = name.toLowerCase()) => {
  const [row] = await sql<
    { id: number }[]
  >`insert into topics (name, slug) values (${name}, ${slug}) returning id`
  return { id: row?.id ?? 0 }
}

const storePost = async (
  texts: Partial<Record<'title' | 'description' | 'prompt', string>>,
  topicId: number | null,
) => {
  const { title = 'Same', description = 'Composed: é', prompt = 'Words' } = texts
  const [row] = await sql<{ id: number }[]>`
    insert into posts (user_id, topic_id, is_private, private_id, title, description, prompt, prompt_length, seo_slug)
    select min(id), ${topicId}::integer, ${topicId === null}, case when ${topicId === null} then gen_random_uuid() end, ${title}, ${description}, ${prompt}, ${prompt.length}, gen_random_uuid()::text
    from users returning id`
  return { id: row?.id ?? 0 }
}

it('composes what an earlier version has stored decomposed', async () => {
  await sql`drop schema public cascade`
  await sql`drop schema jobs cascade`
  await sql`create schema public`
  await migrate(database, errorLogger, undefined, LAST_BEFORE)
  const plain = await storeTopic('Plain')
  const korean = await storeTopic('한국'.normalize('NFD'))
  // Two orders of the same marks, beside the composed letter.
  for (const name of ['Huệ', 'Hue\u0323\u0302', 'Hue\u0302\u0323', 'Huệ 4'])
    await storeTopic(name, name.toLowerCase().replace(' ', '-'))
  await sql`insert into users (google_id, username, profile_completed) values ('test:early', 'early', true)`
  const word = '블로그'.normalize('NFD')
  await storePost({}, plain.id)
  const stored = [
    await storePost({ title: word }, plain.id),
    await storePost({ description: word }, plain.id),
    await storePost({ prompt: `${'x '.repeat(100)}${word}` }, null),
    await storePost({}, korean.id),
  ]
  expect(await sql`select from search_index_queue`).toEqual([])

  expect(await migrate(database, errorLogger)).toContain('0086-composed-names.sql')

  const queued = await sql<{ postId: number }[]>`select post_id from search_index_queue order by post_id`
  expect(queued.map(({ postId }) => postId)).toEqual(stored.map(({ id }) => id))
  const topics = await sql<{ name: string; slug: string }[]>`select name, slug from topics order by id`
  expect(topics.map(({ name, slug }) => [name, slug])).toEqual([
    ['Plain', 'plain'],
    ['한국'.normalize('NFD'), '한국'],
    ['Huệ', 'huệ'],
    ['Hue\u0323\u0302 2', 'huệ-2'],
    ['Hue\u0302\u0323 3', 'huệ-3'],
    ['Huệ 4', 'huệ-4'],
  ])

  await indexQueuedPosts(sql)
  const app = await buildTestApp(database)
  for (const [q, count] of [
    ['블로그', 2],
    ['한국', 1],
    [`topic:${'한국'.normalize('NFD')}`, 1],
  ] as const)
    expect((await app.inject(`/api/search?q=${encodeURIComponent(q)}`)).json(), q).toHaveLength(count)
})

it('composes the slug of a topic that a server of the previous version creates or renames', async () => {
  const slug = 'ёлка'.normalize('NFD')
  const { id } = await storeTopic(slug, slug)
  expect(await sql`select name, slug from topics where id = ${id}`).toEqual([{ name: slug, slug: 'ёлка' }])
  await sql`update topics set slug = ${'чай'.normalize('NFD')} where id = ${id}`
  expect(await sql`select slug from topics where id = ${id}`).toEqual([{ slug: 'чай' }])
})

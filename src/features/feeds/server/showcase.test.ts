import { afterAll, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
afterAll(database.close)
const { sql } = database
const app = await buildTestApp(database)

const picture = (digit: string, extension = 'webp') => `/media/${digit.repeat(64)}-1200x900.${extension}`
const postWith = async (files: string[], score: number, more: object = {}) => {
  const post = await seedPost(database, { type: files.length ? 'Image' : 'Text', ...more })
  await sql`update posts set example_files = ${files}, score = ${score} where id = ${post.id}`
  return post
}
const report = async (postId: number, userId: number, example: string, worked = true) => {
  await sql`
    insert into post_results (post_id, user_id, model, prompt_version, worked, example)
    values (${postId}, ${userId}, 'claude', 1, ${worked}, ${example})`
  await sql`update posts set has_results = true where id = ${postId}`
}
/** What visitors get is cached for a minute, so the tests ask as a member. */
const { cookie } = await seedSession(database, await seedUser(database))
const getShowcase = async (headers = { cookie }) =>
  (await app.inject({ url: '/api/posts/showcase', headers })).json<{
    count: number
    posts: {
      title: string
      prompt: string
      picture: string | null
      answer: { model: string; text: string } | null
    }[]
  }>()
const getTitles = async () => (await getShowcase()).posts.map(({ title }) => title)

it('is empty on a new site', async () => {
  expect(await getShowcase()).toEqual({ count: 0, posts: [] })
})

it('shows the best post with a picture and the best one with an answer that a member has reported', async () => {
  const [regular, newcomer] = [
    await seedUser(database, { trustLevel: 'regular' }),
    await seedUser(database, { trustLevel: 'newcomer' }),
  ]
  await postWith([], 90, { title: 'Without a picture', type: 'Image' })
  await postWith([picture('a', 'mp4')], 80, { title: 'A clip' })
  await postWith([picture('b')], 70, { title: 'Best picture' })
  await postWith([picture('c')], 60, { title: 'Private picture', isPrivate: true })
  const labelled = await postWith([picture('d')], 50, { title: 'Sensitive picture' })
  await sql`update posts set labels = '{sensitive}' where id = ${labelled.id}`
  await postWith([picture('e')], 40, {
    title: 'Second picture',
    prompt: `Paint a red house. ${'Slowly. '.repeat(40)}`,
  })
  expect(await getTitles()).toEqual(['Best picture', 'Second picture'])
  const spam = await postWith([], 30, { title: 'Answered by a newcomer' })
  await report(spam.id, newcomer.id, 'Buy my product')
  await report(spam.id, regular.id, 'It did not work', false)
  const answered = await postWith([], 20, { title: 'Answered' })
  await report(answered.id, regular.id, `Here is ${'a long answer '.repeat(40)}`)
  const { posts } = await getShowcase()
  expect(posts.map(({ title }) => title)).toEqual(['Best picture', 'Answered'])
  expect(posts[0]).toMatchObject({ picture: `${picture('b')}/320.webp`, answer: null })
  expect(posts[1]?.answer?.model).toBe('claude')
  expect(posts[1]?.answer?.text.length).toBe(280)
})

it('prefers a prompt that begins with a blank, and shows no more of it than visitors see', async () => {
  const long = await postWith([picture('f')], 35, {
    title: 'With a blank',
    prompt: `A poster for \${event}. ${'In three colours. '.repeat(40)}`,
  })
  const { posts } = await getShowcase()
  expect(posts[0]?.title).toBe('With a blank')
  expect(posts[0]?.prompt.length).toBe(100)
  await sql`
    update posts set hidden_text = ${'[{"field": "prompt", "kind": "invisible-characters", "count": 32}]'}::text::jsonb
    where id = ${long.id}`
  expect((await getTitles())[0]).toBe('Best picture')
})

it('shows a post once that has both a picture and an answer', async () => {
  const both = await postWith([picture('0')], 95, { title: 'Both', prompt: 'Draw ${thing}' })
  const reporter = await seedUser(database, { trustLevel: 'regular' })
  await report(both.id, reporter.id, 'It drew a house')
  expect(await getTitles()).toEqual(['Both', 'Answered'])
})

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
const getShowcase = async (headers: object = {}) =>
  (await app.inject({ url: '/api/posts/showcase', headers: { ...headers } })).json<{
    count: number
    posts: { title: string; picture: string | null; answer: { model: string; text: string } | null }[]
  }>()

it('is empty on a new site', async () => {
  expect(await getShowcase()).toEqual({ count: 0, posts: [] })
})

it('shows the best posts with pictures and an answer that a member has reported', async () => {
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
  await postWith([picture('e')], 40, { title: 'Second picture' })
  const spam = await postWith([], 30, { title: 'Answered by a newcomer' })
  await report(spam.id, newcomer.id, 'Buy my product')
  await report(spam.id, regular.id, 'It did not work', false)
  const answered = await postWith([], 20, { title: 'Answered' })
  await report(answered.id, regular.id, `Here is ${'a long answer '.repeat(40)}`)
  const { posts } = await getShowcase((await seedSession(database, regular)) satisfies object)
  expect(posts.map(({ title }) => title)).toEqual(['Answered', 'Best picture', 'Second picture'])
  expect(posts[0]?.answer?.model).toBe('claude')
  expect(posts[0]?.answer?.text.length).toBe(280)
  expect(posts[1]).toMatchObject({ picture: `${picture('b')}/320.webp`, answer: null })
})
